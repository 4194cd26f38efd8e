import { describe, expect, it } from "vitest";
import type { AnswerReport, Question, QuestionList } from "../../core/protocol/actions/questions.ts";
import { renderAnswer, renderQuestion, renderQuestions, shortRef } from "./questions.ts";

const LOOK = { columns: 60, colour: false };
const QUESTION: Question = {
  question_id: "q1",
  ref: "pane:host/main/@1/%1",
  target: "host",
  session_name: "main",
  pane_id: "%1",
  runtime_id: "r1",
  agent: "claude",
  attention_id: "a1",
  kind: "approval",
  text: "Bash: make",
  detail: "make all && make install && make everything else that there is",
  options: [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No\u001b[2J", description: "and why" },
  ],
  free: true,
  state: "open",
  asked_at: 1_000,
  expires_at: null,
  settled_at: null,
  answer: null,
  correlation_id: null,
  revision: "v1",
};

function listOf(...items: Question[]): QuestionList {
  const by_state = { open: 0, answered: 0, gone: 0, expired: 0, superseded: 0 };
  return { schema_version: 1, generated_at: 61_000, filters: {}, summary: { open: 0, by_state }, items };
}

describe("questions on a terminal", () => {
  it("[SQ17] each has a line, what it is about, and its choices under it, in the terminal's width", () => {
    expect(renderQuestions(listOf(QUESTION), LOOK).split("\n")).toEqual([
      "REF  AGENT   AGE  KIND      QUESTION",
      "%1   claude  1m   approval  Bash: make",
      "     make all && make install && make everything else that ",
      "     there is",
      "     1. Yes",
      "     2. No⟨U+001B⟩[2J  (and why)",
      "     or words of your own (--text)",
    ]);
  });

  it("[UI28] an approval shows all of what it is for, however narrow the terminal is", () => {
    const command = "npm run build -- --out dist/production && touch /tmp/and-this";
    const shown = renderQuestions(
      listOf({ ...QUESTION, text: `Bash: ${command}`, detail: command, options: [] }),
      LOOK,
    );
    expect(shown.replaceAll(/\n {5}/g, "")).toContain(`Bash: ${command}`);
    const diff = "/w/a.ts\n context\n-port = 8080\n+port = 80";
    const edit = { ...QUESTION, text: "Edit: /w/a.ts", detail: diff, is_diff: true };
    expect(renderQuestions(listOf(edit), { ...LOOK, colour: true })).toContain(
      "     /w/a.ts\n      context\n\u001b[31m     -port = 8080\u001b[0m\n\u001b[32m     +port = 80\u001b[0m",
    );
    const read = renderQuestion({ ...QUESTION, from_screen: true }, LOOK);
    expect(read).toContain("(read off its screen, which may show less than the");
  });

  it("[SC2, SC22] in the commands that answer it, what another member of the fleet calls it is quoted", () => {
    const far = { ...QUESTION, ref: "pane:vm.host/$(id)/@1/%1", question_id: "q\u001b[2J", revision: "v1;id\u001b[2J" };
    const shown = renderQuestion({ ...far, agent: "claude\u001b[2J" }, LOOK);
    expect(shown).toContain("\n  agtmux answer 'pane:vm.host/$(id)/@1/%1' yes --if-revision 'v1;id⟨U+001B⟩[2J'\n");
    expect(shown).not.toContain("\u001b");
    expect(renderQuestions(listOf({ ...far, agent: "claude\u001b[2J" }), LOOK)).not.toContain("\u001b");
  });

  it("[SQ17] a closed question shows how it ended and the answer", () => {
    const over: Question = { ...QUESTION, state: "answered", answer: "Yes", settled_at: 2_000 };
    expect(renderQuestions(listOf(over), LOOK).split("\n").slice(1)).toEqual([
      "%1   claude  1m   answered  Bash: make",
      "     → Yes",
    ]);
  });

  it("[SQ17] one alone is shown in full with the ways to answer it", () => {
    const shown = renderQuestion({ ...QUESTION, detail: "one\ntwo" }, LOOK);
    expect(shown).toContain("claude in pane:host/main/@1/%1 asks: Bash: make\n     one\n     two\n     1. Yes");
    expect(shown.slice(shown.indexOf("Answer with:")).split("\n")).toEqual([
      "Answer with:",
      "  agtmux answer %1 yes --if-revision v1",
      "  agtmux answer %1 no --if-revision v1",
      '  agtmux answer %1 --text "…" --if-revision v1',
    ]);
    expect(shown).toContain("     1. Yes\n     2. No");
    expect(shown).toContain("\nquestion id q1, revision v1\nAnswer with:");
    const valued = renderQuestion({ ...QUESTION, options: [{ value: "r", label: "Red" }] }, LOOK);
    expect(valued).toContain("     1. Red [r]\n");
    const choice = renderQuestion({ ...QUESTION, kind: "choice", multiple: true, part: { n: 1, of: 2 } }, LOOK);
    expect(choice).toContain("Bash: make (1 of 2)");
    expect(choice).toContain("agtmux answer %1 --choice 1 --choice 2");
  });

  it("[SQ17] an answer tells how far it came, and what is asked next", () => {
    const report = {
      what: "claude in %1",
      answered: ["Yes"],
      phases: [{ phase: "typed", at: 0, evidence: "tmux" }],
      repeated: false,
      state: "running",
      next: null,
    } as unknown as AnswerReport;
    expect(renderAnswer(report, LOOK)).toBe('claude in %1: "Yes": typed (tmux); it is running');
    const next = { kind: "choice" as const, text: "Which size?", part: { n: 2, of: 2 } };
    expect(renderAnswer({ ...report, next }, LOOK)).toContain("it asks further: Which size? (2 of 2)");
  });

  it("[SQ17] a pane of this machine is named by its id, one elsewhere by its ref", () => {
    expect([shortRef("pane:host/a/@1/%3"), shortRef("pane:vm1/a/@1/%3")]).toEqual(["%3", "pane:vm1/a/@1/%3"]);
  });
});
