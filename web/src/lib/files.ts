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

export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
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
