import { expect, it } from "vitest";
import { readChecks } from "../protocol/settings/settings-checks.ts";
import { checksFor } from "./checks-for.ts";

it("[WK60] a check is for every directory, or for one with all below it and its worktrees", () => {
  const read = readChecks({ test: "npm test", lint: { command: "npm run lint", in: "/src/shop/", at_turn_end: true } });
  const names = (directory: string) => (read.ok ? checksFor(read.checks, directory).map(({ name }) => name) : null);
  expect(names("/src/shop")).toEqual(["test", "lint"]);
  expect(names("/src/shop/web")).toEqual(["test", "lint"]);
  expect(names("/src/shop-worktrees/fix")).toEqual(["test", "lint"]);
  expect(names("/src/shopping")).toEqual(["test"]);
});

it("[WK60] a check without a command, with another key or with an odd name is refused, and the key named", () => {
  for (const table of [{ test: "" }, { test: { cmd: "x" } }, { test: { command: "x", in: "shop" } }, { "a b": "x" }, 1])
    expect(readChecks(table)).toMatchObject({ ok: false, faults: [{ words: expect.stringContaining("checks") }] });
});
