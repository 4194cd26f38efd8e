import { describe, expect, it } from "vitest";
import { changedPanes, parsePanes } from "./topology.ts";

const WORD = "3f6c";
const line = (id: string, session: string, cwd: string) =>
  [
    WORD,
    id,
    "100",
    "0",
    "off",
    "$1",
    "@1",
    "0",
    "0",
    "0",
    "0",
    "",
    "1700000000",
    session,
    "win",
    "sh",
    "title",
    cwd,
  ].join("\t");

describe("parsePanes", () => {
  it("[TX11] a directory name with a line break and a forged pane in it names no pane", () => {
    const forged = [
      "%0",
      "1",
      "0",
      "off",
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
    const panes = parsePanes([...line("%0", "work", `/repo/x\n${forged}`).split("\n")], WORD);
    expect([...panes.values()].map((pane) => [pane.pane_id, pane.pane_pid, pane.session_name])).toEqual([
      ["%0", 100, "work"],
    ]);
  });

  it("[AP11] a path may hold tabs, and a pane of two sessions is listed once", () => {
    const other = line("%0", "other", "/a\tb").replace("\t$1\t", "\t$0\t");
    const panes = parsePanes([line("%0", "work", "/a\tb"), other], WORD);
    expect([...panes.values()].map((pane) => [pane.session_name, pane.cwd])).toEqual([["other", "/a\tb"]]);
  });
});

describe("changedPanes", () => {
  it("[AP14] names those that came, went or look different, and no others", () => {
    const before = parsePanes([line("%0", "work", "/"), line("%1", "work", "/"), line("%2", "work", "/")], WORD);
    const after = parsePanes([line("%0", "work", "/"), line("%1", "play", "/"), line("%3", "work", "/")], WORD);
    expect(changedPanes(before, after)).toEqual(["%2", "%1", "%3"]);
  });
});
