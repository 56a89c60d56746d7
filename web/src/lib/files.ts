/** Files of the coach's computer: saving a text, reading one. */

/** A name that every system takes: "Müller's Eleven" becomes "muller-s-eleven". */
export function fileName(words: string, ending: string): string {
  const plain = words
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${plain || "untitled"}.${ending}`;
}

export function saveText(name: string, text: string, type = "text/plain;charset=utf-8"): void {
  saveBlob(name, new Blob([text], { type }));
}

/** A page in a tab of its own, to be printed from there; a file where the browser opens no tab. */
export function openPage(name: string, html: string): void {
  const address = URL.createObjectURL(new Blob([html], { type: "text/html;charset=utf-8" }));
  if (window.open(address, "_blank")) setTimeout(() => URL.revokeObjectURL(address), 60_000);
  else saveText(name, html, "text/html;charset=utf-8");
}

/** A drawing as so many pixels across, made by the browser. */
export async function pngOf(svg: string, width: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml;charset=utf-8" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / Math.max(1, image.naturalWidth));
    const brush = canvas.getContext("2d");
    if (!brush) throw new Error("This browser cannot make pictures; take the SVG.");
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large for this browser."))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The largest file that the server takes. */
export const LARGEST = 2_000_000;

export async function readText(file: File): Promise<string> {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large: at most 2 MB`);
  const text = await file.text();
  if (text.includes("\u0000")) throw new Error(`${file.name} is not a text file`);
  return text;
}
