/** The little Markdown of the rulebook, taken apart so that it can be drawn without ever being HTML. */

export type Run = { kind: "plain" | "strong" | "em" | "code" | "rule"; text: string };
export type Block = { kind: "paragraph" | "item"; runs: Run[] } | { kind: "table"; rows: Run[][][] };

const INLINE = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|_[^_\s][^_]*_|`[^`]+`|\b[A-Z]{1,2}-[A-Z]{2,}-[0-9]{2,}[a-z]?\b)/;

export function runs(text: string): Run[] {
  return text
    .split(INLINE)
    .filter((part) => part !== "")
    .map((part): Run => {
      if (part.startsWith("**") && part.endsWith("**") && part.length > 4) return { kind: "strong", text: part.slice(2, -2) };
      if (/^\*[^*]+\*$/.test(part) || /^_[^_]+_$/.test(part)) return { kind: "em", text: part.slice(1, -1) };
      if (/^`[^`]+`$/.test(part)) return { kind: "code", text: part.slice(1, -1) };
      if (/^[A-Z]{1,2}-[A-Z]{2,}-[0-9]{2,}[a-z]?$/.test(part)) return { kind: "rule", text: part };
      return { kind: "plain", text: part };
    });
}

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length > 0) found.push({ kind: "paragraph", runs: runs(paragraph.join(" ")) });
    paragraph = [];
  };
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "") flush();
    else if (/^[-*] /.test(line)) {
      flush();
      found.push({ kind: "item", runs: runs(line.slice(2)) });
    } else if (line.startsWith("|")) {
      flush();
      if (/^\|[\s:|-]+\|?$/.test(line)) continue;
      const cells = line.replace(/^\||\|$/g, "").split("|").map((cell) => runs(cell.trim()));
      const last = found.at(-1);
      if (last?.kind === "table") last.rows.push(cells);
      else found.push({ kind: "table", rows: [cells] });
    } else paragraph.push(line);
  }
  flush();
  return found;
}
