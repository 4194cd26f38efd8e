import { describe, expect, it } from "vitest";
import type { Places } from "../../adapter/screen.ts";
import { rowsOf } from "../../adapter/screen-rows.ts";
import { nativePattern } from "../../pattern/pattern.ts";
import { shapeOf } from "../schema/screen-shape.ts";
import { dialogRows } from "./dialog-area.ts";
import { hasInputBox, layoutByFile } from "./layout-by-file.ts";

const SHAPE = shapeOf(
  { kind: "paragraphs", between_rules: true, status_in_rule: true, cursor: "→", footer_rows: 2 },
  nativePattern,
);
const RULE = "─".repeat(40);
const TALK = [" Build it", "", " It is built, and all", " tests pass.", ""];

function placesOf(rows: readonly string[]): Record<string, string[]> {
  const places: Places = layoutByFile(SHAPE)(rowsOf(rows)) ?? {};
  return Object.fromEntries(Object.entries(places).map(([name, lines]) => [name, lines.map(({ text }) => text)]));
}

describe("an input box without a mark", () => {
  it("[AD75] has all that is between its lines as a draft, and the last paragraph above is the newest message", () => {
    const places = placesOf([...TALK, RULE, "and then", "", "the rest", RULE, "~/demo", "12%"]);
    expect(places).toMatchObject({
      last: ["It is built, and all tests pass."],
      status: [],
      draft: ["and then", "", "the rest"],
      footer: ["~/demo", "12%"],
    });
  });

  it.each([
    ["── ⠸ Working ──────────────────────────", "⠸ Working"],
    ["── ⠸ Retrying (1/3) in 1s... (escape to ─", "⠸ Retrying (1/3) in 1s... (escape to"],
    ["── ⠸ Working ────── ↑ 3 more ──────────", "⠸ Working ────── ↑ 3 more"],
  ])("[AD75] has the text in its upper line as the status: %j", (edge, status) => {
    expect(placesOf([...TALK, edge, "", RULE, "12%"])).toMatchObject({ status: [status], draft: [""] });
  });

  it("[AD75] is no box if a dialog stands between its lines, which begins with a blank row", () => {
    const rows = [...TALK, RULE, "", " Allow it?", "", " → Yes", "   No", "", " ↑↓ navigate", "", RULE, "12%"];
    expect(hasInputBox(rowsOf(rows), SHAPE)).toBe(false);
    expect(dialogRows(rowsOf(rows), SHAPE)?.at(-1)?.text).toBe(" ↑↓ navigate");
    expect(placesOf(rows)).toMatchObject({
      question: ["Allow it?"],
      options: ["Yes", "No"],
      hint: ["↑↓ navigate"],
    });
  });

  it("[AD75] says nothing of a message whose beginning may be scrolled away, nor with too many rows below", () => {
    expect(placesOf([" tests pass.", "", RULE, "", RULE, "12%"])).toMatchObject({ last: [] });
    expect(placesOf([...TALK, RULE, "", RULE, "~/demo", "12%", "$"])).toEqual({});
  });
});
