import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dialog, DialogOption } from "../../src/core/adapter/dialog.ts";
import { adapterOf } from "../../src/core/agents/registry.ts";
import { plainRow } from "../../src/core/terminal/plain-row.ts";

/** A recorded screen that may show a dialog. */
export interface DialogCase {
  name: string;
  agent: string;
  /** As recorded; null where the folder says nothing about it. */
  state: string | null;
  rows: string[];
}

export type ExpectedDialogs = Record<string, object>;

const EXPECTED = join("dialogs", "expected.json");

/** Of the agents that have a folder of dialogs, or of whose screens something is expected. */
export function dialogCases(fixtures: string): DialogCase[] {
  const withFolder = readdirSync(join(fixtures, "dialogs")).filter((name) => !name.includes("."));
  const agents = new Set([...withFolder, ...Object.keys(expectedDialogs(fixtures)).map(agentIn)]);
  return (["screens", "dialogs"] as const).flatMap((folder) =>
    [...agents].flatMap((agent) => casesIn(fixtures, folder, agent)),
  );
}

function casesIn(fixtures: string, folder: "screens" | "dialogs", agent: string): DialogCase[] {
  const dir = join(fixtures, folder, agent);
  const states = folder === "screens" ? statesIn(join(dir, "cases.json")) : new Map<string, string>();
  // only a dialog whose cursor is a colour is recorded with its colours
  const files = existsSync(dir) ? readdirSync(dir).filter((file) => file.includes(".screen.")) : [];
  return files.map((file) => {
    const name = file.replace(/\.screen\..*$/, "");
    const rows = readFileSync(join(dir, file), "utf8").split("\n");
    return { name: `${agent}/${folder}/${name}`, agent, state: states.get(name) ?? null, rows };
  });
}

function statesIn(path: string): Map<string, string> {
  const cases = JSON.parse(readFileSync(path, "utf8")) as { case: string; state: string }[];
  return new Map(cases.map((each) => [each.case, each.state]));
}

export function readDialogOf({ agent, rows }: DialogCase): Dialog | null {
  return adapterOf(agent)?.readDialog?.({ lines: rows.map(plainRow), styled: rows }) ?? null;
}

export function expectedDialogs(fixtures: string): ExpectedDialogs {
  return JSON.parse(readFileSync(join(fixtures, EXPECTED), "utf8")) as ExpectedDialogs;
}

/** Writes what is read now of these agents, new ones at the end; of all others it stays as it was. */
export function writeExpectedDialogs(fixtures: string, isAccepted: (agent: string) => boolean): void {
  const before = Object.entries(expectedDialogs(fixtures));
  const read = dialogCases(fixtures).flatMap((each): [string, object][] => {
    const dialog = isAccepted(each.agent) ? readDialogOf(each) : null;
    return dialog === null ? [] : [[each.name, told(dialog)]];
  });
  const now = new Map(read);
  const kept = before.filter(([name]) => !isAccepted(agentIn(name)) || now.has(name));
  // an entry that is set again keeps its place
  const all = Object.fromEntries([...kept, ...read]);
  writeFileSync(join(fixtures, EXPECTED), `${JSON.stringify(all, null, 2)}\n`);
}

function agentIn(name: string): string {
  return name.split("/")[0] ?? "";
}

/** A dialog as the file of what is expected tells it. */
export function told({ kind, text, detail, options, cursor, part, writes, review, more }: Dialog): object {
  return {
    kind,
    text,
    ...(detail !== undefined && { detail: detail.split("\n")[0] }),
    options: options.map((option, index) => optionLine(option, index === cursor)),
    ...(part !== undefined && { part: `${part.n} of ${part.of}` }),
    ...(writes && { writes: true }),
    ...(review !== undefined && { review: review.join(" ") }),
    ...(more && { more: true }),
  };
}

function optionLine({ label, means, pick, words, ticked }: DialogOption, isChosen: boolean): string {
  const parts = [
    isChosen ? "❯" : "",
    ticked === undefined ? "" : ticked ? "[x]" : "[ ]",
    label,
    means === undefined ? "" : `(${means})`,
    pick === undefined ? "" : `by ${pick === "cursor" ? "cursor" : pick.join(" ")}`,
    words === undefined ? "" : `words by ${words.by}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
