import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Context } from "../common/context.ts";
import { reportScreens } from "./adapters-report.ts";

let home: string;
let out: string[];
let context: Context;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "agtmux-report-"));
  out = [];
  context = { home, colour: false, columns: null, out: (text: string) => out.push(text) } as unknown as Context;
});
afterEach(() => rmSync(home, { recursive: true }));

const report = (...words: string[]) => {
  out = [];
  reportScreens(words, context);
  return out.join("\n");
};

it("[AD64] adapters report lists the kept screens, writes them into one file, and removes them", () => {
  expect(report()).toBe(
    'no unknown screens were kept\nnone are kept now: keep_unknown_screens = "on" in config.toml keeps them',
  );
  writeFileSync(join(home, "config.toml"), 'keep_unknown_screens = "on"\n');
  const folder = join(home, "unknown-screens");
  mkdirSync(folder);
  const kept = {
    agent: "claude",
    version: "9.0",
    seen_at: 0,
    title: "Claude",
    lines: ["A menu", "\u001b[31mnew\u0007", ""],
  };
  writeFileSync(join(folder, "claude-1.json"), JSON.stringify(kept));
  writeFileSync(join(folder, "claude-2.json"), "{ damaged");
  expect(report()).toMatch(/^AGENT +VERSION +SEEN +LAST LINE\nclaude +9\.0 +1970-01-01 00:00 +.*new/);
  expect(JSON.parse(report("--json"))).toMatchObject({
    schema_version: 1,
    keeps: true,
    screens: [{ agent: "claude" }],
  });
  const file = join(home, "report.txt");
  expect(report("--out", file)).toContain(`wrote ${file}: read it, and cut what is nobody's business`);
  const text = readFileSync(file, "utf8");
  expect(text).toContain("== claude 9.0, seen 1970-01-01 00:00, title: Claude");
  expect(text).toContain("| A menu");
  expect(text).not.toMatch(/[\u001b\u0007]/);
  expect(() => report("--out", file)).toThrow("report.txt cannot be written");
  expect(report("--clear")).toContain("what was kept is removed");
  expect(existsSync(folder)).toBe(false);
});
