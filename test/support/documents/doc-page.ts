import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const PAGES = [
  ...["README.md", "SECURITY.md", "examples/README.md", "docs/README.md", "docs/getting-started.md", "docs/cli.md"],
  ...["docs/api.md", "docs/watch.md", "docs/notifications.md", "docs/phone.md", "docs/classifier.md"],
  "docs/fleet.md",
  "docs/rules.md",
  "docs/mcp.md",
  "docs/client.md",
  "docs/agent-files.md",
  "docs/usage.md",
  "docs/platforms.md",
  "docs/comparison.md",
];

/** Every page that people read who use agtmux. */
export function userPages(): string[] {
  const inFolder = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  return [...PAGES, ...inFolder("docs/agents").sort(), ...inFolder("docs/recipes").sort()];
}

export interface Block {
  language: string;
  /** The line of the page on which it begins. */
  line: number;
  text: string;
}

/** The fenced blocks of a page. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [index, line] of readFileSync(join(ROOT, page), "utf8").split("\n").entries()) {
    const fence = /^ *```(.*)$/.exec(line);
    if (fence === null) {
      if (open !== null) open.text += `${line}\n`;
    } else if (open === null) open = { language: fence[1] ?? "", line: index + 1, text: "" };
    else {
      blocks.push(open);
      open = null;
    }
  }
  return blocks;
}

/** Inline code outside of blocks that begins with `agtmux `. */
export function inlineCommands(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8").replace(/^ *```[\s\S]*?^ *```/gm, "");
  return [...text.matchAll(/`(agtmux [^`\n]+)`/g)].map(([, command]) => command as string);
}

/** A command as a person would type it; a script with a first line for its interpreter is one. */
export interface Statement {
  page: string;
  line: number;
  text: string;
}

/** The statements in the shell blocks of a page, in their order. */
export function statementsOf(page: string): Statement[] {
  return blocksOf(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ line, text }) =>
      text.startsWith("#!")
        ? [{ page, line: line + 1, text }]
        : split(text).map((each) => ({ page, line: line + 1 + each.at, text: each.text })),
    );
}

/** Lines that only together are complete, such as a here-document, are one statement. */
function split(text: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  let lines: string[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (lines.length === 0 && /^\s*(#|$)/.test(line)) continue;
    lines.push(line);
    if (!isComplete(lines.join("\n"))) continue;
    found.push({ at: index + 1 - lines.length, text: lines.join("\n") });
    lines = [];
  }
  return lines.length === 0 ? found : [...found, { at: 0, text: lines.join("\n") }];
}

function isComplete(text: string): boolean {
  if (text.endsWith("\\")) return false;
  const { status, stderr } = spawnSync("bash", ["-n", "-c", text], { encoding: "utf8" });
  // an open here-document is only warned of
  return status === 0 && stderr === "";
}
