/** The board as a picture: its drawing with the styles of the page, put on a canvas under a line of words. */

const BAND = 44; // the height of the words
const GROUND = "#17130f";
const WORDS = "#ffe3ae";
const SOFT = "#cdbfa8";

export interface Caption {
  title: string;
  text: string;
}

/** All rules of the page: a drawing that is looked at by itself has none. */
export function pageStyles(): string {
  const found: string[] = [];
  for (const sheet of document.styleSheets) {
    try {
      for (const rule of sheet.cssRules) found.push(rule.cssText);
    } catch {
      // a sheet of somebody else; there is none on our pages
    }
  }
  return found.join("\n");
}

/** The drawing as a file of its own. */
export function standalone(drawing: SVGSVGElement, styles: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  // The colours of the sides and the theme are set on the root of the page.
  const root = document.documentElement;
  for (const { name, value } of root.attributes) if (name === "class" || name === "style" || name.startsWith("data-")) copy.setAttribute(name, value);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = `${styles}\n* { transition: none !important; animation: none !important; }`;
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the drawing that shows something, within what is seen of it. */
export function seen(drawing: Area, painted: Area): Area {
  const [left, top] = [Math.max(drawing.x, painted.x), Math.max(drawing.y, painted.y)];
  const right = Math.min(drawing.x + drawing.width, painted.x + painted.width);
  const bottom = Math.min(drawing.y + drawing.height, painted.y + painted.height);
  if (right - left < 40 || bottom - top < 40) return { ...drawing, x: 0, y: 0 };
  return { x: left - drawing.x, y: top - drawing.y, width: right - left, height: bottom - top };
}

/** What there is to photograph. A film looks at the same part all the time, so that its pictures have one size. */
export function frameOf(drawing: SVGSVGElement): Area {
  const box = drawing.getBoundingClientRect();
  return seen(box, drawing.querySelector("g")?.getBoundingClientRect() ?? box);
}

/** A part of the drawing on a canvas, at most so wide, with words below. */
export async function photograph(
  drawing: SVGSVGElement,
  caption: Caption,
  widest: number,
  area = frameOf(drawing),
  styles = pageStyles(),
): Promise<HTMLCanvasElement> {
  const box = drawing.getBoundingClientRect();
  const scale = Math.min(2, widest / Math.max(1, area.width));
  const [width, height] = [Math.round(area.width * scale), Math.round(area.height * scale)];
  const address = URL.createObjectURL(new Blob([standalone(drawing, styles)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height + BAND;
    const pen = canvas.getContext("2d", { willReadFrequently: true })!;
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.save();
    pen.beginPath();
    pen.rect(0, 0, width, height);
    pen.clip();
    pen.drawImage(image, -area.x * scale, -area.y * scale, box.width * scale, box.height * scale);
    pen.restore();
    pen.fillStyle = "#221c17";
    pen.fillRect(0, height, width, BAND);
    pen.textBaseline = "middle";
    pen.fillStyle = WORDS;
    pen.font = "700 15px Georgia, serif";
    pen.fillText(caption.title, 10, height + 14, width - 20);
    pen.fillStyle = SOFT;
    pen.font = "13px system-ui, sans-serif";
    pen.fillText(caption.text, 10, height + 32, width - 20);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}
