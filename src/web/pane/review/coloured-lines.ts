/** A part of a line; `colour` is one of ours, null for plain text. */
export interface Coloured {
  text: string;
  colour: Colour | null;
}

export type Colour = "keyword" | "string" | "comment" | "number" | "name" | "type";

/** What highlight.js calls the parts of a language, and which of our colours they get. */
const COLOURS: Readonly<Record<string, Colour>> = {
  ...{ keyword: "keyword", literal: "keyword", "selector-tag": "keyword", "template-tag": "keyword" },
  ...{ string: "string", regexp: "string", "meta-string": "string", code: "string", link: "string", symbol: "string" },
  ...{ comment: "comment", quote: "comment", doctag: "comment", meta: "comment" },
  ...{ number: "number", bullet: "number", attribute: "number", variable: "number" },
  ...{ title: "name", name: "name", section: "name", attr: "name", property: "name", "selector-class": "name" },
  ...{ type: "type", built_in: "type", class: "type", "selector-id": "type", "selector-pseudo": "type" },
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const PART = /<span class="hljs-([\w-]+)[^"]*">|<span[^>]*>|<\/span>|&(\w+|#x27);|\n|[^<&\n]+|[\s\S]/g;

/** Reads what highlight.js writes, spans and escaped text, into lines; nothing of it becomes HTML. */
export function colouredLines(html: string): Coloured[][] {
  const lines: Coloured[][] = [[]];
  const open: (Colour | null)[] = [];
  for (const [part, name, entity] of html.matchAll(PART)) {
    if (part.startsWith("<span")) open.push(COLOURS[name ?? ""] ?? open.at(-1) ?? null);
    else if (part === "</span>") open.pop();
    else if (part === "\n") lines.push([]);
    else add(lines.at(-1) ?? [], entity === undefined ? part : (ENTITIES[entity] ?? part), open.at(-1) ?? null);
  }
  return lines;
}

function add(line: Coloured[], text: string, colour: Colour | null): void {
  const last = line.at(-1);
  if (last?.colour === colour) last.text += text;
  else line.push({ text, colour });
}
