import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BUILT_IN_FILES } from "../../src/core/agents/registry.ts";
import { accuracyTable } from "./accuracy-table.ts";
import { codex } from "./agents/codex.ts";
import { continueCli } from "./agents/continue.ts";
import { AGENTS } from "./agents.ts";
import { type Cell, type Result, readResults, renew, surprisesIn } from "./results.ts";
import { SITUATIONS, type Situation } from "./situations.ts";

describe("what is kept of a run", () => {
  it("[AD22] a run of some situations replaces only those that were asked for", () => {
    const before = result({ start: cell("wrong"), done: cell("wrong") });
    const fresh = { ...result({ start: cell("right"), done: cell("right") }), ranOn: "2026-11-18" };
    const renewed = renew(before, fresh, ["done", "draft"]);
    expect(renewed.cells).toEqual({ start: cell("wrong"), done: cell("right") });
    expect(renewed.ranOn).toBe("2026-11-18");
  });

  it("[AD23] such a run replaces how soon only those were", () => {
    const prompt = (situation: Situation, ms: number) => ({ situation, by: "word", ms }) as const;
    const before = { ...result({}), promptness: [prompt("start", 1), prompt("done", 2)] };
    const fresh = { ...result({}), promptness: [prompt("start", 3), prompt("done", 4)] };
    expect(renew(before, fresh, ["done"]).promptness).toEqual([prompt("start", 1), prompt("done", 4)]);
  });

  it("[AD22] the page names what was not measured, and what an agent does not have is no gap", () => {
    const page = accuracyTable([result({ start: cell("right") })]);
    const gap = page.split("\n").find((line) => line.startsWith(`- Codex ${codex.version}: `));
    expect(gap).toContain("prompt; streaming;");
    expect(gap).not.toContain("retrying 429");
    expect(page).toContain(`- Codex ${codex.older?.version}: nothing was measured.`);
    expect(page).toContain(`- Codex ${codex.version} over ssh: nothing was measured.`);
  });

  it("[AD22] the page says what the results say, and how late a state may be (npm run test:agents -- --table writes it)", () => {
    expect(readFileSync("docs/accuracy.md", "utf8").startsWith(accuracyTable(readResults()))).toBe(true);
  });
});

describe("what a run says", () => {
  it("[AD22] a situation is a surprise if it is wrong without being named as a limit, or right although it is", () => {
    const [situation] = Object.keys(continueCli.limits ?? {}) as [Situation];
    const of = (...cells: [Cell, Cell]) =>
      surprisesIn({ ...result({ done: cells[0], [situation]: cells[1] }), agent: continueCli.name });
    expect(of(cell("right"), cell("wrong"))).toEqual([]);
    expect(of(cell("right"), { ...cell("right"), falseRings: 1 })).toEqual([]);
    expect(of(cell("unknown"), cell("unknown"))).toEqual([]);
    expect(of({ ...cell("right"), missedRings: 1 }, cell("wrong"))).toEqual([
      expect.stringContaining("· done · wrong"),
    ]);
    expect(of(cell("wrong"), cell("right"))).toEqual([
      expect.stringContaining("· done · wrong"),
      expect.stringContaining(`· ${situation} · right, although`),
    ]);
  });
});

describe("agents that are known by their files alone", () => {
  const files = new Map(BUILT_IN_FILES.map((file) => [file.name, file]));

  it.each(AGENTS.filter(({ isOnlySeen }) => isOnlySeen))(
    "[AD85] $label is driven in the version that its file knows, without hooks, and has a reason for all it cannot do",
    ({ name, version, absent }) => {
      expect(files.get(name)?.newest).toBe(version);
      expect(SITUATIONS.filter((each) => each.startsWith("no hooks: ") && absent[each] === undefined)).toEqual([]);
      expect(Object.values(absent).filter((reason) => reason === "")).toEqual([]);
    },
  );
});

function result(cells: Result["cells"]): Result {
  const { name, label, version, absent } = codex;
  return { agent: name, label, version, over: "here", ranOn: "2026-11-17", load: 2, cells, absent, promptness: [] };
}

function cell(verdict: Cell["verdict"]): Cell {
  return { verdict, medianMs: verdict === "right" ? 20 : null, wrongMs: 0, falseRings: 0, missedRings: 0 };
}
