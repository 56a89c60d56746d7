/**
 * What the pages say, read from their source: the keys that go through the catalogues, and the words that bypass them.
 * No page uses this; the test beside it and `web/languages.mjs` do.
 */

import { parse } from "svelte/compiler";
import ts from "typescript";

export interface Use {
  key: string;
  file: string;
  counted: boolean; // has forms of the plural
}

export interface Bypass {
  file: string;
  line: number;
  words: string;
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const TRANSLATING = new Set(["t", "word"]);
/** Attributes and properties of components that people read or hear. */
const READ = new Set([
  "title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder", "alt", "label", "caption", "heading", "summary", "help",
]);
const LETTERS = /\p{L}/u;
/** Words for people in a script: two words or more, or one with a capital. Anything else may be an id. */
const BESIDE = /\$ \p{L}{3,}|\p{L}{3,}[,:]? \$/u; // a word and a value
const PROSE = /\p{L}{2,}[,:;]? (?:\p{L}|\d|\$)|^\p{Lu}\p{Ll}{2,}[.!?…:]?$/u;

/** The keys of one file and where each is used. */
export function usesOf(file: string, source: string): Use[] {
  const found: Use[] = [];
  for (const script of scriptsOf(file, source)) {
    visit(script, (node) => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || !TRANSLATING.has(node.expression.text)) return;
      const [first, second] = node.arguments;
      const values = second && ts.isObjectLiteralExpression(second) ? second.properties : [];
      const named = (name: string) => values.find((entry) => entry.name && ts.isIdentifier(entry.name) && entry.name.text === name);
      const context = named("context");
      const said = second && ts.isStringLiteral(second) ? [second.text] : context && ts.isPropertyAssignment(context) ? literals(context.initializer) : [""];
      for (const key of first ? literals(first).filter(Boolean) : []) {
        for (const part of said) found.push({ key: part ? `${key}_${part}` : key, file, counted: named("count") !== undefined });
      }
    });
  }
  return found;
}

/** Words of one file that people read and that no catalogue knows. */
export function bypassesOf(file: string, source: string): Bypass[] {
  const found: Bypass[] = [];
  const lineAt = (offset: number): number => source.slice(0, offset).split("\n").length;
  const add = (offset: number, text: string): void => {
    const words = text.replace(/\s+/g, " ").trim();
    if (LETTERS.test(words.replace(/&\w+;/g, ""))) found.push({ file, line: lineAt(offset), words });
  };
  if (file.endsWith(".svelte")) {
    const tree = parse(source, { modern: true }) as unknown as { fragment: Node };
    walk(tree.fragment, (node) => {
      if (node.type === "Text") add(node.start, node.raw as string);
      if (node.type === "ExpressionTag") {
        const shown: string[] = [];
        shownIn(node.expression as Node, (offset, text) => (shown.push(text), add(offset, text)));
        if (shown.length === 0) inCode(source.slice(node.start + 1, node.end - 1), node.start + 1);
        return false;
      }
      for (const each of toldInList(node)) add(each.start, each.value as string);
      for (const each of codeOfBlock(node)) inCode(source.slice(each.start, each.end), each.start);
      if (node.type === "Component") for (const words of propsOf(node)) add(words.start, words.raw as string);
      if (node.type === "Attribute") {
        if (!READ.has((node.name as string).toLowerCase())) {
          if (!FOR_DRAWING.test(node.name as string)) for (const each of codeIn(node.value)) inCode(source.slice(each.start, each.end), each.start);
          return false;
        }
        const values = node.value === true ? [] : [node.value as Node | Node[]].flat();
        for (const value of values) value.type === "Text" ? add(value.start, value.raw as string) : shownIn(value.expression as Node, add);
        return false;
      }
      if (node.type === "RegularElement" && node.name === "code") return false; // commands and names of files
      return !["StyleSheet", "Script", "Comment", "StyleDirective"].includes(node.type);
    });
  }
  for (const { source: script, offset } of codeOf(file, source)) inCode(script, offset);
  return found;

  /** Prose of a script, or of an expression of the template. */
  function inCode(script: string, offset: number): void {
    const tree = ts.createSourceFile(file, script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    visit(tree, (node) => {
      if (translated(node) || ts.isImportDeclaration(node) || ts.isTypeNode(node)) return false;
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
        if (PROSE.test(node.text) && !forMachines(node)) add(offset + node.getStart(), node.text);
      }
      if (ts.isTemplateExpression(node)) {
        const text = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join("$");
        if ((PROSE.test(text) || BESIDE.test(text)) && !forMachines(node)) add(offset + node.getStart(), text);
      }
      return true;
    });
  }
}

/** Attributes that nobody reads: what is drawn and how, where links lead. */
const FOR_DRAWING = /^(?:class|style|id|href|src|d|points|transform|viewbox|fill|stroke|data-|role$|type$|name$|on)/i;

/** Texts that a component is given under any name: `<Panel note="Two words">`. */
function propsOf(component: Node): Node[] {
  const attributes = (component.attributes as Node[]).filter((each) => each.type === "Attribute" && !READ.has((each.name as string).toLowerCase()) && !FOR_DRAWING.test(each.name as string));
  return attributes.flatMap((each) => [each.value as Node | Node[]].flat().filter((value) => value && value.type === "Text" && PROSE.test(value.raw as string)));
}

/** The expressions of an attribute. */
function codeIn(value: unknown): Node[] {
  return [value as Node | Node[]].flat().flatMap((each) => (each && typeof each === "object" && each.type === "ExpressionTag" ? [each.expression as Node] : []));
}

/** The code of a block that is no tag of its own: a list to go through, a constant, what a snippet is given. */
function codeOfBlock(node: Node): Node[] {
  if (node.type === "EachBlock" || node.type === "RenderTag" || node.type === "KeyBlock") return [node.expression as Node];
  if (node.type === "ConstTag") return [node.declaration as Node];
  return [];
}

/** Words of a list that are told as they stand: `{#each ["yes", "no"] as answer}<b>{answer}</b>{/each}`. Sentences among them
 * are found as code of the block. */
function toldInList(node: Node): Node[] {
  if (node.type !== "EachBlock") return [];
  let list = node.expression as Node;
  while (list.type.startsWith("TS")) list = list.expression as Node; // `[...] as const`
  const name = (node.context as Node | null)?.name;
  let told = false;
  walk(node.body, (each) => {
    if (each.type === "Attribute") return false;
    told ||= each.type === "ExpressionTag" && (each.expression as Node).name === name;
    return true;
  });
  if (!told || list.type !== "ArrayExpression") return [];
  return (list.elements as Node[]).filter((each) => typeof each?.value === "string" && !PROSE.test(each.value));
}

/** Names of kinds that are looked up or compared, selectors, faults of the program itself: words that no coach reads. */
function forMachines(node: ts.Node): boolean {
  const parent = node.parent;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isCaseClause(parent) || (ts.isPropertyAssignment(parent) && parent.name === node)) return true;
  if (ts.isBinaryExpression(parent) && /^(?:[!=]==?|in)$/.test(parent.operatorToken.getText())) return true;
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && /^(matchMedia|MediaQuery)$/.test(parent.expression.getText())) return true;
  if (ts.isNewExpression(parent) && ts.isIdentifier(parent.expression) && /Error$/.test(parent.expression.text)) return parent.expression.text !== "ApiError";
  return ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression) && /^(querySelector|querySelectorAll|closest|matches|has|log|warn|error)$/.test(parent.expression.name.text);
}

function translated(node: ts.Node): boolean {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TRANSLATING.has(node.expression.text);
}

/** Texts that an expression of a template may show as they are: both ends of a choice, the pieces of a template. */
function shownIn(node: Node | null | undefined, add: (offset: number, text: string) => void): void {
  switch (node?.type) {
    case "Literal":
      if (typeof node.value === "string") add(node.start, node.value);
      break;
    case "TemplateLiteral":
      for (const piece of node.quasis as Node[]) add(piece.start, (piece.value as { cooked: string }).cooked);
      for (const part of node.expressions as Node[]) shownIn(part, add);
      break;
    case "ConditionalExpression":
      shownIn(node.consequent as Node, add);
      shownIn(node.alternate as Node, add);
      break;
    case "LogicalExpression":
      shownIn(node.right as Node, add);
      if (node.operator !== "&&") shownIn(node.left as Node, add);
      break;
    case "BinaryExpression":
      if (node.operator !== "+") break;
      shownIn(node.left as Node, add);
      shownIn(node.right as Node, add);
      break;
  }
}

/** Every literal that an expression can be: `"a"`, `much ? "a" : "b"`. */
function literals(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literals(node.expression);
  if (ts.isBinaryExpression(node)) return [...literals(node.left), ...literals(node.right)];
  return [];
}

function walk(node: unknown, look: (node: Node) => boolean | void): void {
  if (Array.isArray(node)) {
    for (const entry of node) walk(entry, look);
    return;
  }
  if (!node || typeof node !== "object") return;
  const here = node as Node;
  if (typeof here.type === "string" && look(here) === false) return;
  for (const [name, value] of Object.entries(here)) {
    if (name !== "loc" && name !== "metadata" && name !== "parent" && typeof value === "object") walk(value, look);
  }
}

function visit(node: ts.Node, look: (node: ts.Node) => boolean | void): void {
  if (look(node) === false) return;
  ts.forEachChild(node, (child) => visit(child, look));
}

/** The scripts of a file: itself, or what stands in the script tags of a page. */
function codeOf(file: string, source: string): { source: string; offset: number }[] {
  if (!file.endsWith(".svelte")) return [{ source, offset: 0 }];
  const tree = parse(source, { modern: true }) as unknown as Record<"instance" | "module", { content: Node } | null>;
  return [tree.module, tree.instance].flatMap((script) => (script ? [{ source: source.slice(script.content.start, script.content.end), offset: script.content.start }] : []));
}

/** Scripts and every expression of the template, as trees. */
function scriptsOf(file: string, source: string): ts.Node[] {
  const read = (text: string) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const trees = codeOf(file, source).map((script) => read(script.source));
  if (!file.endsWith(".svelte")) return trees;
  const { fragment } = parse(source, { modern: true }) as unknown as { fragment: Node };
  walk(fragment, (node) => {
    if (node.type !== "CallExpression") return true;
    const callee = node.callee as Node & { name?: string };
    if (callee.type !== "Identifier" || !TRANSLATING.has(callee.name ?? "")) return true;
    trees.push(read(source.slice(node.start, node.end)));
    return false;
  });
  return trees;
}
