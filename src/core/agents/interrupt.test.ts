import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { plainRow } from "../terminal/plain-row.ts";
import { adapterOf } from "./registry.ts";

const FIXTURES = resolve(import.meta.dirname, "../../../test/fixtures/agents");
const AGENTS = ["claude", "codex", "gemini", "copilot", "opencode", "kilo", "pi", "qwen"];

/** Whether a recorded screen shows that a turn runs. */
function showsTurn(agent: string, path: string): boolean {
  const rows = readFileSync(path, "utf8").split("\n").map(plainRow);
  return rows.some((row) => adapterOf(agent)?.interrupt?.running.test(row));
}

/** The recorded screens in that state. */
function screensOf(agent: string, wanted: (state: string) => boolean): string[] {
  const folder = join(FIXTURES, "screens", agent);
  const cases = JSON.parse(readFileSync(join(folder, "cases.json"), "utf8")) as { case: string; state: string }[];
  const names = cases.filter(({ state }) => wanted(state)).map((each) => each.case);
  return readdirSync(folder)
    .filter((file) => names.includes(file.replace(/\.screen\..*$/, "")))
    .map((file) => join(folder, file));
}

function dialogsOf(agent: string): string[] {
  const folder = join(FIXTURES, "dialogs", agent);
  return readdirSync(folder)
    .filter((file) => file.includes(".screen."))
    .map((file) => join(folder, file));
}

describe.each(AGENTS)("the interrupt key of %s", (agent) => {
  it("[GD30] is named by screens of a turn, and by no recorded dialog or resting screen", () => {
    expect(screensOf(agent, (state) => state === "running").some((path) => showsTurn(agent, path))).toBe(true);
    const others = [...dialogsOf(agent), ...screensOf(agent, (state) => state !== "running")];
    expect(others.filter((path) => showsTurn(agent, path))).toEqual([]);
  });
});
