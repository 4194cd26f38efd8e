import { describe, expect, it } from "vitest";
import { changedPanes, parsePanes } from "./topology.ts";

const WORD = "3f6c";
const line = (id: string, session: string, cwd: string) =>
  [WORD, id, "100", "0", "$1", "@1", "0", "0", "0", "0", "", "1700000000", session, "win", "sh", "title", cwd].join(
    "\t",
  );

describe("parsePanes", () => {
  it("[TX11] a directory name with a line break and a forged pane in it names no pane", () => {
    const forged = [
      "%0",
      "1",
      "0",
      "$-1",
      "@0",
      "0",
      "0",
      "0",
      "0",
      "",
      "0",
      "fake",
      "fake",
      "fake",
      "fake",
      "/fake",
    ].join("\t");
    const panes = parsePanes([...line("%0", "work", `/repo/x\n${forged}`).split("\n")], WORD, 0);
    expect([...panes.values()].map((pane) => [pane.pane_id, pane.pane_pid, pane.session_name])).toEqual([
      ["%0", 100, "work"],
    ]);
  });

  it.each([
    ["%1 ; run-shell x", "$1", "@1"],
    ["%", "$1", "@1"],
    [`%${"1".repeat(11)}`, "$1", "@1"],
    ["%1", "$x", "@1"],
    ["%1", "$1", "@1'"],
  ])("[TG30] %s in %s and %s is no pane", (pane, session, window) => {
    const odd = line(pane, "work", "/")
      .replace("\t$1\t", () => `\t${session}\t`)
      .replace("\t@1\t", `\t${window}\t`);
    expect([...parsePanes([odd, line("%2", "work", "/")], WORD, 0).keys()]).toEqual(["%2"]);
  });

  it("[SR30, TX15] a pane whose program has ended is one also where tmux no longer says which it was", () => {
    const [living, dead] = [line("%1", "work", "/"), line("%2", "work", "/")].map((each) =>
      each.replace("\t100\t", "\t\t"),
    );
    const panes = parsePanes([living ?? "", (dead ?? "").replace("\t\t0\t", "\t\t1\t")], WORD, 0);
    expect([...panes.values()].map(({ pane_id, pane_pid, dead }) => [pane_id, pane_pid, dead])).toEqual([
      ["%2", 0, true],
    ]);
  });

  it("[TG30] no name is without end", () => {
    const [pane] = [...parsePanes([line("%1", "n".repeat(9_000), `/${"d".repeat(9_000)}`)], WORD, 0).values()];
    expect([pane?.session_name.length, pane?.cwd.length]).toEqual([1_000, 4_096]);
  });

  it("[AP10] a path may hold tabs, and a pane of two sessions is listed once", () => {
    const other = line("%0", "other", "/a\tb").replace("\t$1\t", "\t$0\t");
    const panes = parsePanes([line("%0", "work", "/a\tb"), other], WORD, 0);
    expect([...panes.values()].map((pane) => [pane.session_name, pane.cwd])).toEqual([["other", "/a\tb"]]);
  });
});

describe("changedPanes", () => {
  it("[AP14] names those that came, went or look different, and no others", () => {
    const before = parsePanes([line("%0", "work", "/"), line("%1", "work", "/"), line("%2", "work", "/")], WORD, 0);
    const after = parsePanes([line("%0", "work", "/"), line("%1", "play", "/"), line("%3", "work", "/")], WORD, 0);
    expect(changedPanes(before, after)).toEqual(["%2", "%1", "%3"]);
  });
});
