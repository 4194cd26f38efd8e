import { describe, expect, it } from "vitest";
import { filesOfSession, filesOfTmuxSession } from "./file-names.ts";
import { readFileName } from "./read-file-name.ts";

describe("readFileName", () => {
  it("[SQ7, SQ9] the two patterns are read, and what our commands write is read back", () => {
    expect(readFileName(filesOfSession("a019c84c-7b54").signal)).toEqual({ session: "a019c84c-7b54" });
    for (const name of ["main", "a/b", "50 %", "../x", "größe\u0007", "a.json"])
      expect(readFileName(filesOfTmuxSession(name).signal)).toEqual({ tmuxSession: name });
    expect(readFileName("squad-signal-tmux-50%.json")).toEqual({ tmuxSession: "50%" });
  });

  it("[SQ9] other files, and invalid session ids, are ignored", () => {
    for (const name of [
      "squad-signal-.json",
      "squad-signal-tmux-.json",
      "squad-signal-..json",
      "squad-signal-a b.json",
      "squad-signal-a.json.tmp",
      "squad-timeline-a.jsonl",
      ".squad-signal-a.json",
      "x-squad-signal-a.json",
    ])
      expect(readFileName(name)).toBeNull();
  });
});
