import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { ROOT } from "./setup.mjs";
import { NODE_UNFIT, OLDEST_NODE } from "./setup-plan.mjs";

const head = readFileSync(join(ROOT, "scripts", "bundle-head.cjs"), "utf8");

/** Runs the head on a fake process of this Node version; returns that process and what it was called with. */
function runOn(node) {
  const said = { errors: [], exits: [], warnings: [] };
  const process = {
    versions: { node },
    execPath: "/usr/bin/node",
    exit: (code) => said.exits.push(code),
    emitWarning: (...words) => said.warnings.push(words),
  };
  runInNewContext(head, { process, console: { error: (words) => said.errors.push(words) } });
  return { process, said };
}

describe("the head of every bundle", () => {
  const [major, minor] = OLDEST_NODE;

  it.each(["12.22.12", "20.20.2", `${major}.${minor - 1}.9`])("[PK4] refuses Node %s by name", (version) => {
    const { said } = runOn(version);
    expect(said.exits).toEqual([NODE_UNFIT]);
    expect(said.errors).toEqual([
      expect.stringContaining(`needs Node ${OLDEST_NODE.join(".")} or newer, and this is ${version}`),
    ]);
  });

  it.each([`${major}.${minor}.0`, "24.0.0", "26.10.0"])("[PK4] lets Node %s pass without a word", (version) => {
    expect(runOn(version).said).toEqual({ errors: [], exits: [], warnings: [] });
  });

  it("[PK16] keeps back Node's warning about SQLite, and no other", () => {
    const { process, said } = runOn("22.16.0");
    const others = [
      ["Type Stripping is an experimental feature and might change at any time", "ExperimentalWarning"],
      [new Error("SQLite"), { code: "X" }],
    ];
    process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
    for (const words of others) process.emitWarning(...words);
    expect(said.warnings).toEqual(others);
  });
});
