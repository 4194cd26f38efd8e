import { describe, expect, it } from "vitest";
import type { SquadSignal } from "../../../core/protocol/squad/squad.ts";
import { readBundle } from "./read-bundle.ts";

const signal = (type: SquadSignal["type"], data: Record<string, unknown>): SquadSignal => ({
  type,
  signal_id: "x",
  session_id: null,
  tmux_session: null,
  timestamp: "2026-01-01T00:00:00Z",
  data,
});

describe("readBundle", () => {
  it("[UI8] takes all that a finished agent leaves behind", () => {
    const data = {
      summary: "Mended it",
      quality: { tests: "passing", build: "warnings" },
      humanActions: [{ title: "Rotate the key", description: "It leaked", items: ["in the vault"] }],
      suggestedTasks: [{ title: "Tidy up", priority: 2, type: "chore", labels: "a, b", reason: "later" }],
      crossAgentIntel: { files: ["a.ts"], gotchas: ["Mind the clock"] },
      filesModified: ["b.ts", { path: "c.ts" }],
    };
    expect(readBundle(signal("complete", data))).toEqual({
      type: "complete",
      summary: ["Mended it"],
      quality: [
        { name: "tests", value: "passing", mood: "good" },
        { name: "build", value: "warnings", mood: "bad" },
      ],
      toDo: [{ title: "Rotate the key", about: "It leaked", items: ["in the vault"] }],
      suggested: [{ title: "Tidy up", about: "later", marks: ["P2", "chore", "a", "b"] }],
      intel: [
        { name: "Files", words: ["a.ts", "b.ts", "c.ts"] },
        { name: "Gotchas", words: ["Mind the clock"] },
      ],
    });
  });

  it("[SQ2] takes actions and tasks that are plain texts", () => {
    const data = { humanActions: ["Deploy Redis"], suggestedTasks: ["Add monitoring"] };
    expect(readBundle(signal("complete", data))).toMatchObject({
      toDo: [{ title: "Deploy Redis", about: "", items: [] }],
      suggested: [{ title: "Add monitoring", about: "", marks: [] }],
    });
  });

  it("[UI8] leaves out what does not fit, and is null where nothing is left", () => {
    expect(readBundle(null)).toBeNull();
    expect(readBundle(signal("working", { summary: "x" }))).toBeNull();
    expect(
      readBundle(signal("review", { summary: 7, humanActions: "no", quality: null, suggestedTasks: [{}, 3] })),
    ).toBeNull();
  });
});
