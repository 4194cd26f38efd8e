import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filesOfSession, filesOfTmuxSession } from "./file-names.ts";

describe("the names of signal files", () => {
  it("[SQ7] a session and a tmux session have a signal file and a timeline each, and a plain name stays as it is", () => {
    expect(filesOfSession("a019-7b54")).toEqual({
      signal: "squad-signal-a019-7b54.json",
      timeline: "squad-timeline-a019-7b54.jsonl",
    });
    expect(filesOfTmuxSession("squad-FairBay é")).toEqual({
      signal: "squad-signal-tmux-squad-FairBay é.json",
      timeline: "squad-timeline-tmux-squad-FairBay é.jsonl",
    });
  });

  it.each([
    ["../../etc/passwd", "squad-signal-tmux-..%2F..%2Fetc%2Fpasswd.json"],
    ["..", "squad-signal-tmux-...json"],
    ["50%\\2F", "squad-signal-tmux-50%25%5C2F.json"],
    ["a\u0000b\n", "squad-signal-tmux-a%00b%0A.json"],
  ])("[SQ7] %j stays within its directory", (name, signal) => {
    expect(filesOfTmuxSession(name).signal).toBe(signal);
  });

  it("[SQ7] two tmux sessions never share a file, and any name can be read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (name) => {
        const { signal } = filesOfTmuxSession(name);
        expect(signal).not.toMatch(/[/\\\p{Cc}]/u);
        expect(decodeURIComponent(signal.slice("squad-signal-tmux-".length, -".json".length))).toBe(name);
      }),
    );
  });
});
