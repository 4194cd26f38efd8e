import type { Line } from "../adapter/screen.ts";
import { isRule, lowestFrame, rowsOf, withoutBlankEnd } from "../adapter/screen-rows.ts";
import type { KnownScreen } from "../agent-file/judge-screen.ts";
import type { FileScreen } from "../agent-file/schema/screen-schema.ts";
import { escaped } from "./phrases-of.ts";

const PROMPT = /^\s*(?:[│┃▌] ?)?[❯›>»➜▸](?= |$)/u;
const CURSOR = /^\s*(?:[│┃]\s*)?([❯›▶▸➤→>●])\s+\S/u;
const MESSAGE = /^([⏺●•✦✧◆■∙]) \S/u;
const GIVEN = /^([❯›>»]) \S/u;
/** Some programs put a name over each prompt. */
const GIVEN_BY = /^(?:You|User|Human|Me):?$/;
/** The input box is not far from the bottom. */
const LOWEST_ROWS = 10;
const REST = ["completed", "idle", "error"];

export interface ProposedScreen {
  screen: FileScreen | null;
  notes: string[];
}

/** Proposes the parts of the screen from marks that programs commonly use: input box, messages, choices. */
export function proposeScreen(screens: readonly KnownScreen[]): ProposedScreen {
  const rowsIn = (wanted: (state: string) => boolean) =>
    screens.filter(({ state }) => wanted(state)).map(({ lines }) => withoutBlankEnd(rowsOf(lines)));
  const rests = rowsIn((state) => REST.includes(state));
  const asks = rowsIn((state) => state.startsWith("waiting_"));
  if (rests.length === 0)
    return {
      screen: null,
      notes: ["no input box is known yet: take a screen of the agent at rest (idle or completed)"],
    };
  const prefix = most(rests.flatMap((rows) => promptIn(rows)?.prefix ?? []));
  if (prefix === null)
    return { screen: null, notes: ["no input box was found: write [screen] with its prompt, then go on"] };
  const boxesIn = (screens: readonly Line[][]) =>
    screens.flatMap((rows) => {
      const found = promptIn(rows);
      return found === null || found.prefix !== prefix ? [] : [{ ...found, rows }];
    });
  const boxes = boxesIn(rests);
  const cursor = asks.length === 0 ? null : commonMark(asks);
  const isSame = cursor !== null && prefix.trim().endsWith(cursor);
  const isBetweenRules = boxes.every(({ rows, at }) => isBetween(rows, at));
  // at work there may be more below the box
  const below = [...boxes, ...boxesIn(rowsIn((state) => state === "running"))].map(
    ({ rows, at }) => rows.length - 1 - at - (isBetweenRules ? 1 : 0),
  );
  const talks = rowsIn((state) => state !== "unknown").flat();
  const message = most(talks.flatMap(({ text }) => MESSAGE.exec(text)?.[1] ?? []));
  const named = most(talks.map(({ text }) => text).filter((text) => GIVEN_BY.test(text)));
  const mark = most(talks.flatMap(({ text }) => GIVEN.exec(text)?.[1] ?? []).filter((each) => each !== cursor));
  const given = named !== null ? `^${named}$` : mark !== null ? `^${escaped(mark)} \\S` : null;
  const placeholder = placeholderOf(boxes.map(({ rows, at }) => rows[at]?.text.slice(prefix.length).trim() ?? ""));
  const screen: FileScreen = {
    // a choice under the cursor may begin with the same mark and a number
    prompt: isSame && !isBetweenRules ? `^${escaped(prefix)}(?: ?$| \\D)` : `^${escaped(prefix)} ?`,
    ...(isBetweenRules && { between_rules: true }),
    ...(placeholder !== null && { placeholder: `^${escaped(placeholder)}` }),
    footer_rows: Math.min(20, Math.max(...below)),
    ...(message !== null && { message: `^${escaped(message)} ` }),
    ...(given !== null && { given_prompt: given }),
    ...(cursor !== null && { cursor }),
    ...(asks.length > 0 && asks.every((rows) => lowestFrame(rows) !== null) && { framed: true }),
  };
  const without = rests.length - boxes.length;
  const notes = without === 0 ? [] : [`on ${without} of ${rests.length} screens at rest the input box was not found`];
  return { screen, notes };
}

/** The lowest row that looks like an input box; `prefix` is what stands before the text. */
function promptIn(rows: readonly Line[]): { at: number; prefix: string } | null {
  const from = Math.max(0, rows.length - LOWEST_ROWS);
  const at = rows.findLastIndex(({ text }, index) => index >= from && PROMPT.test(text));
  return at < 0 ? null : { at, prefix: PROMPT.exec(rows[at]?.text ?? "")?.[0] ?? "" };
}

function isBetween(rows: readonly Line[], at: number): boolean {
  const above = rows[at - 1];
  return above !== undefined && isRule(above) && rows.slice(at + 1).some(isRule);
}

/** The mark before the chosen line that most dialogs have: one may have a text field instead. */
function commonMark(asks: readonly (readonly Line[])[]): string | null {
  const marks = asks.flatMap(
    (rows) => CURSOR.exec(rows.findLast(({ text }) => CURSOR.test(text))?.text ?? "")?.[1] ?? [],
  );
  const found = most(marks);
  return marks.filter((mark) => mark === found).length * 2 > asks.length ? found : null;
}

/** A text that is in the empty box of several screens. */
function placeholderOf(texts: readonly string[]): string | null {
  const found = most(texts.filter((text) => text !== ""));
  return found !== null && texts.filter((text) => text === found).length > 1 ? found : null;
}

/** The most frequent one; the first of several. */
function most(all: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
