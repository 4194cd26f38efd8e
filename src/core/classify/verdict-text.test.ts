import { describe, expect, it } from "vitest";
import { shown } from "./test-excerpt.ts";
import { readVerdict } from "./verdict-text.ts";

const screen = shown(`
● I need to run the tests.
│ Do you want to proceed with the
│ deployment of all services?    │
❯ 1. Yes
  2. No
export API_TOKEN=abcdef123456
>`);
const good = {
  state: "waiting_approval",
  confidence: "high",
  evidence: ["Do you want to proceed"],
  summary: "It asks to go on.",
};
const read = (answer: object | string) =>
  readVerdict(typeof answer === "string" ? answer : JSON.stringify(answer), screen);

describe("readVerdict", () => {
  it.each([
    ["bare", JSON.stringify(good)],
    ["in a fence", `\`\`\`json\n${JSON.stringify(good, null, 2)}\n\`\`\``],
    ["with prose around it", `Sure {here} you are: ${JSON.stringify(good)} I hope {"it": "helps"}.`],
    ["said twice", `${JSON.stringify(good)}\n${JSON.stringify(good)}`],
  ])("[NK6] takes an answer %s", (_, text) => {
    expect(read(text)).toEqual({ ok: true, verdict: good });
  });

  it("[NK6] takes quotations over broken rows, without frames, and in quotation marks", () => {
    const evidence = ["proceed with the deployment of all services?", '"❯ 1. Yes"', ">", "API_TOKEN=[redacted]"];
    const verdict = { ...good, evidence: [evidence[0], "❯ 1. Yes", ">", evidence[3]] };
    expect(read({ ...good, evidence })).toEqual({ ok: true, verdict });
  });

  it("[SC24] free words are one redacted line of bounded length, and no other field is taken", () => {
    const summary = `Log in\u001b[2J with\u202e\nAPI_KEY=abcdef123456 or ghp_${"a".repeat(36)} ${"x".repeat(1000)}`;
    const { verdict } = read({ ...good, summary }) as { verdict: { summary: string } };
    expect(verdict.summary).toMatch(/^Log in \[2J with API_KEY=\[redacted\] or \[redacted\] x+$/);
    expect(verdict.summary.length).toBeLessThanOrEqual(300);
    expect(read({ ...good, command: "rm -rf ~" })).toMatchObject({ ok: false });
    expect(read({ ...good, state: "approved" })).toMatchObject({ ok: false });
  });

  it("[NK6] unknown needs no quotation", () => {
    const verdict = { ...good, state: "unknown", evidence: [] };
    expect(read(verdict)).toEqual({ ok: true, verdict });
  });

  it.each([
    ["no JSON", "It waits for you.", "the answer holds no JSON object with a state"],
    ["half an object", '{"state": "idle", "evid', "the answer holds no JSON object with a state"],
    ["an unknown state", { ...good, state: "busy" }, /^the answer does not fit: state: /],
    ["a missing part", { state: "idle", evidence: [] }, /^the answer does not fit: confidence: /],
    ["a part too many", { ...good, note: "x" }, /^the answer does not fit: /],
    [
      "two verdicts",
      `${JSON.stringify(good)}${JSON.stringify({ ...good, state: "idle" })}`,
      "the answer holds several verdicts",
    ],
    [
      "what is not on the screen",
      { ...good, evidence: ["Do you want to stop"] },
      "what it quotes is not on the screen",
    ],
    [
      "one of two not on the screen",
      { ...good, evidence: ["1. Yes", "3. Maybe"] },
      "what it quotes is not on the screen",
    ],
    ["a letter that is on any screen", { ...good, evidence: ["e"] }, "what it quotes is not on the screen"],
    ["an empty quotation", { ...good, evidence: [" "] }, "what it quotes is not on the screen"],
    ["a secret that it was not shown", { ...good, evidence: ["abcdef123456"] }, "what it quotes is not on the screen"],
    ["no quotation", { ...good, evidence: [] }, "it says waiting_approval and quotes nothing"],
    ["far too much", `${" ".repeat(200_000)}${JSON.stringify(good)}`, "the answer holds no JSON object with a state"],
  ])("[NK6] refuses %s", (_, answer, why) => {
    const answered = read(answer);
    expect(answered.ok).toBe(false);
    expect(answered).toEqual({ ok: false, why: why instanceof RegExp ? expect.stringMatching(why) : why });
  });

  it("[NK4] refuses to see somebody who waits in a shell's prompt", () => {
    const shell = shown("Do you want to proceed?\ndev@devbox:~$", { command: "bash" });
    expect(readVerdict(JSON.stringify(good), shell)).toEqual({
      ok: false,
      why: "it says waiting_approval of a shell's prompt",
    });
    expect(readVerdict(JSON.stringify({ ...good, state: "idle" }), shell).ok).toBe(true);
  });

  it("[NK6] cuts what is longer than a verdict holds", () => {
    const answered = read({ ...good, summary: `a\n${"b".repeat(400)}` });
    expect(answered.ok && answered.verdict.summary).toBe(`a ${"b".repeat(298)}`);
  });
});
