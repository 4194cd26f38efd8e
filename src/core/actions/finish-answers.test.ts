import { describe, expect, it } from "vitest";
import { readFinished, readPlan } from "./finish-answers.ts";
import { readPreview } from "./turn-answers.ts";

describe("what git's scripts have printed", () => {
  it.each(["\r", "\u2028", "\u2029"])("[SC29] a subject with %j in it adds neither a file nor an answer", (sign) => {
    const subject = `x${sign}file D\tREADME${sign}blocked yes${sign}foreseen yes${sign}failed push`;
    const preview = readPreview(`now a\nhead b\nwas c\nbranch d\ncommit 1 ${subject}\nfile M\tone\n`);
    expect(preview).toEqual({
      ...{ now: "a", commits: [`1 ${subject}`], has_moved: true, is_blocked: false },
      files: [{ change: "M", name: "one" }],
    });
    const place = "top /x\nbranch b\nbase main\nbase_at \nremote \ntool none\n";
    expect(readPlan(`${place}confirm 1\nfile A\ttwo\nsubject ${subject}\n`)).toMatchObject({
      ...{ base: "main", is_foreseen: false, subjects: [subject] },
      files: [{ change: "A", name: "two" }],
    });
    const done = `${place}snapshot 1\nfirst 2\nafter 3\ndone commit 3\ndone push ${subject}\n`;
    expect(readFinished(done)).toMatchObject({
      done: [
        { name: "commit", what: "3" },
        { name: "push", what: subject },
      ],
      failed: null,
    });
  });
});
