import { describe, expect, it } from "vitest";
import type { OwnCues } from "../protocol/settings/cues.ts";
import { level } from "./evidence.ts";
import type { Cue, Screen } from "./screen.ts";
import { type ScreenKnowledge, screenReader } from "./screen-reader.ts";

const CUES: readonly Cue[] = [
  { name: "asks", where: "bottom", pattern: /^Sure\? \[y\/n\]$/, says: level("ask", { state: "waiting_approval" }) },
  { name: "old-work", where: "status", pattern: /^\* busy$/, until: "1.9.9", says: level("busy") },
  { name: "work", where: "status", pattern: /^\* working$/, since: "2.0.0", says: level("busy") },
  {
    name: "done",
    where: "last",
    pattern: /^Done\.$/,
    with: [{ where: "bottom", pattern: /^> $|^>$/ }],
    without: [{ where: "any", pattern: /^Failed\.$/ }],
    says: level("rest", { state: "completed" }),
  },
];

function reader(more: Partial<ScreenKnowledge> = {}) {
  return screenReader({
    agent: "toy",
    newest: "2.5.0",
    // the newest word is over the prompt, the status over that
    layout: (rows) => ({ status: rows.slice(0, 1), last: rows.slice(1, 2) }),
    cues: CUES,
    ...more,
  });
}

function read(lines: string[], screen: Partial<Screen> = {}, own: OwnCues = {}) {
  const reading = reader()({ lines, ...screen }, own);
  return reading.type === "read" ? reading.cue.name : reading.why;
}

describe("a screen", () => {
  it("[AD17] is read by the first cue that fits at its place, with the row and the words", () => {
    expect(reader()({ lines: ["* working", "Done.", ">"] })).toEqual({
      type: "read",
      reading: { source: "screen", event_type: "toy.work", message: "", evidence: { kind: "level", phase: "busy" } },
      cue: { name: "work", row: 1, text: "* working" },
      beyond: false,
    });
  });

  it("[AD17] the same words elsewhere, or more than the phrase, do not fit", () => {
    expect(read(["", "* working", ">"])).toBe("no cue fits");
    expect(read(["* working hard", "", ">"])).toBe("no cue fits");
    expect(read(["Sure? [y/n]", "", ">"])).toBe("no cue fits");
  });

  it("[AD17] blanks at the ends of rows and under the screen, and hard blanks, change nothing", () => {
    expect(read(["* working   ", "Done.\u00a0", ">\u00a0   ", "", "   "])).toBe("work");
    expect(read(["", "Done.\u00a0  ", "> ", "", ""])).toBe("done");
  });

  it("[AD17] a cue's further conditions must hold, and its exclusions must not", () => {
    expect(read(["", "Done.", ">"])).toBe("done");
    expect(read(["", "Done.", "$"])).toBe("no cue fits");
    expect(read(["Failed.", "Done.", ">"])).toBe("no cue fits");
  });

  it("[AD17] an ask and an error carry what was asked or went wrong", () => {
    const ask = reader()({ lines: ["Sure? [y/n]"] });
    expect(ask).toMatchObject({ reading: { message: "Sure? [y/n]", evidence: { state: "waiting_approval" } } });
  });

  it("[AD18] a screen that is not recognised gives no state", () => {
    expect(reader()({ lines: ["?"] })).toEqual({ type: "unrecognised", why: "no cue fits", beyond: false });
    expect(read(["", "  ", ""])).toBe("blank");
    expect(read([])).toBe("blank");
  });
});

describe("the cues of a version", () => {
  it.each([
    ["1.9.9", "old-work", false],
    ["1.0", "old-work", false],
    ["2.0.0-beta.1", "nothing", false],
    ["2.5.0", "nothing", false],
    [undefined, "nothing", false],
    ["unheard of", "nothing", false],
    // the newest cues are tried, and whoever asks is told
    ["2.5.1", "nothing", true],
    ["3.0.0", "nothing", true],
  ])("[AD17] of %s: %s, beyond what is known: %s", (version, cue, beyond) => {
    const reading = reader()({ lines: ["* busy"], version });
    expect(reading.beyond).toBe(beyond);
    expect(reading.type === "read" ? reading.cue.name : "nothing").toBe(cue);
    const newer = reader()({ lines: ["* working"], version });
    expect(newer.type === "read").toBe(!["1.9.9", "1.0", "2.0.0-beta.1"].includes(version ?? ""));
  });
});

describe("the shell's prompt", () => {
  const ended = ["bye", "dev@devbox:~/demo$"];

  it("[AD17] shows that the agent has ended, if a shell has the pane", () => {
    expect(["bash", "zsh", "-zsh", "fish"].map((command) => read(ended, { command }))).toEqual(Array(4).fill("shell"));
    expect(read([...ended.slice(0, 1), "~/demo ❯"], { command: "zsh" })).toBe("shell");
    expect(reader()({ lines: ended, command: "sh" })).toMatchObject({ reading: { evidence: { state: "idle" } } });
  });

  it("[AD17] proves nothing while another program has the pane, nor does a shell without its prompt", () => {
    expect(["node", "claude", "vim", undefined].map((command) => read(ended, { command }))).toEqual(
      Array(4).fill("no cue fits"),
    );
    expect(read(["building", "step 3"], { command: "bash" })).toBe("no cue fits");
    expect(read(["* working", "", "$"], { command: "bash" })).toBe("work");
  });
});

describe("a screen and its title", () => {
  const titled = (phase: "busy" | "ask" | "rest", blind: boolean, lines: string[], command = "toy") => {
    const evidence = level(phase, blind ? { blind } : {});
    const readTitle = () => ({ source: "title" as const, event_type: "toy.title", message: "", evidence });
    const reading = reader({ readTitle })({ lines, title: "T", command });
    return reading.type === "read" ? reading.cue.name : reading.why;
  };
  const ASK = ["Sure? [y/n]"];
  const WORK = ["* working"];
  const DONE = ["", "Done.", ">"];
  const NEW = ["something new"];

  it("[AD17] the title shows work where the screen does not", () => {
    expect([WORK, DONE, NEW, ASK].map((lines) => titled("busy", false, lines))).toEqual([
      "work",
      "title",
      "title",
      "asks",
    ]);
  });

  it("[AD17, EN15] work that only a blind title shows is as blind on the screen", () => {
    const readTitle = (blind: boolean) => () => ({
      source: "title" as const,
      event_type: "toy.title",
      message: "",
      evidence: level("busy", { blind }),
    });
    const isBlind = (blind: boolean, lines: string[]) => {
      const reading = reader({ readTitle: readTitle(blind) })({ lines, title: "T" });
      return reading.type === "read" && reading.reading.evidence.kind === "level" && reading.reading.evidence.blind;
    };
    expect([isBlind(true, NEW), isBlind(false, NEW), isBlind(true, WORK)]).toEqual([true, false, undefined]);
  });

  it("[AD17] a title that calls for a person counts unless the screen shows that there is no dialog", () => {
    expect(titled("ask", false, ASK)).toBe("asks");
    expect(titled("ask", false, NEW)).toBe("title");
    expect(titled("ask", false, WORK)).toMatch(/shows no dialog/);
  });

  it("[AD17, AD18] a title at rest proves no rest by itself, and does not hide a dialog that it cannot see", () => {
    expect(titled("rest", true, DONE)).toBe("done");
    expect(titled("rest", true, ASK)).toBe("asks");
    expect(titled("rest", false, ASK)).toMatch(/disagree/);
    expect(titled("rest", true, NEW)).toMatch(/does not prove rest/);
    expect(titled("rest", true, WORK)).toMatch(/disagree/);
  });

  it("[AD17] a title that a killed program left behind does not count at a shell's prompt", () => {
    expect(titled("busy", false, ["killed", "$"], "bash")).toBe("shell");
  });
});

describe("a person's own cues", () => {
  it("[CF8] are tried first, at the place they name", () => {
    const own: OwnCues = { mine: { state: "waiting_input", pattern: "^Name\\?", where: "any" } };
    expect(read(["* working", "", "Name? …"], {}, own)).toBe("mine");
    expect(read(["* working", "", "Your Name?"], {}, own)).toBe("work");
  });

  it("[CF8] replace the cue of that name, conditions and all, or switch it off", () => {
    const done: OwnCues = { done: { state: "idle", pattern: "^Fertig$", where: "last" } };
    expect(read(["", "Done.", ">"], {}, done)).toBe("no cue fits");
    expect(read(["", "Fertig", "x"], {}, done)).toBe("done");
    expect(read(["* working"], {}, { work: false })).toBe("no cue fits");
    expect(read(["* working"], {}, { "no-such-cue": false })).toBe("work");
  });

  it("[CF8] count for their versions only", () => {
    const own: OwnCues = { mine: { state: "running", pattern: "^go$", where: "any", since: "1.0", until: "2.0" } };
    expect(read(["go"], { version: "1.5" }, own)).toBe("mine");
    expect(read(["go"], { version: "2.1" }, own)).toBe("no cue fits");
  });
});
