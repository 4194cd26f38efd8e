import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { UnknownScreen } from "../../core/agent-file/unknown-screen.ts";
import { KeptScreens } from "./kept-screens.ts";

let dir: string;
let folder: string;
let later: (() => void)[];
let warned: unknown[];
let screens: KeptScreens;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "agtmux-kept-"));
  folder = join(dir, "unknown-screens");
  later = [];
  warned = [];
  screens = new KeptScreens({
    folder,
    clock: { now: () => 1_000 } as never,
    log: { warn: (fields: unknown) => warned.push(fields) } as never,
    after: (ms, then) => {
      expect(ms).toBe(30_000);
      later.push(then);
    },
  });
});
afterEach(() => rmSync(dir, { recursive: true }));

const screen = (rows: string[], isStill = true) => ({ rows, title: "t", isStill: () => isStill });
const pass = () => {
  for (const then of later.splice(0)) then();
};

it("[AD64] keeps an unknown screen that stays, once, without secrets, for its owner alone", () => {
  const rows = ["New menu  ", "key sk-ant-api03-0123456789abcdefghijklmn"];
  screens.saw("claude", "9.0", screen(rows));
  screens.saw("claude", "9.0", screen(["it passed by"], false));
  expect(later).toHaveLength(2);
  pass();
  screens.saw("claude", "9.0", screen(rows));
  pass();
  const names = readdirSync(folder);
  expect(names).toEqual([expect.stringMatching(/^claude-[0-9a-f]{16}\.json$/)]);
  const path = join(folder, names[0] ?? "");
  const kept = UnknownScreen.parse(JSON.parse(readFileSync(path, "utf8")));
  expect(kept).toMatchObject({ agent: "claude", version: "9.0", seen_at: 1_000, title: "t" });
  expect(kept.lines[0]).toBe("New menu");
  expect(kept.lines[1]).not.toContain("sk-ant-api03");
  expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
});

it("[AD64] keeps at most 50 screens, each of a bounded size", () => {
  for (let number = 0; number < 60; number += 1) screens.saw("codex", null, screen([`menu ${number}`]));
  screens.saw("codex", null, screen(Array.from({ length: 5_000 }, () => "x".repeat(5_000))));
  pass();
  expect(readdirSync(folder)).toHaveLength(50);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(250_000);
  expect(warned).toEqual([]);
});
