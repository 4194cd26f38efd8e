import { describe, expect, it } from "vitest";
import { recordedScreen } from "../../../test/accuracy/shown-screen.ts";
import { excerptOf } from "./excerpt.ts";
import { extractReply } from "./extract.ts";
import { shown } from "./test-excerpt.ts";

function recorded(agent: string, name: string) {
  return extractReply(excerptOf({ agent, label: agent, alternate: false, ...recordedScreen(agent, name) }));
}

describe("extractReply", () => {
  it.each([
    ["claude", "done-tool-long", "Waited and recorded it."],
    ["claude", "error-400-45x18", "API Error: 400 mock\ninvalid_request_error"],
    ["codex", "done-question", "Noted. I will use that database."],
    ["gemini", "done-edit", "I added settings.yaml with three values."],
    ["copilot", "done-tool-narrow", "The marker is in place under build/."],
    ["opencode", "done-after-retry", "The queue is empty now."],
  ])("[NK2] of %s (%s) it is the last reply, without input box, status and marks", (agent, name, reply) => {
    expect(recorded(agent, name)).toEqual({ reply, choices: [] });
  });

  it.each([
    ["claude", "question", "Which database should the service use?"],
    ["gemini", "question", "Which database should the service use?"],
    ["copilot", "question", "Database:"],
  ])("[NK2] a dialog of %s (%s) is its question and its choices", (agent, name, reply) => {
    const { choices, ...rest } = recorded(agent, name);
    expect(rest).toEqual({ reply });
    expect(choices.slice(0, 3)).toEqual(["PostgreSQL", "SQLite", "MySQL"]);
  });

  it.each([
    ["Continue? [Y/n]", ["Y", "n"]],
    ["Go on (yes/no/[fingerprint])?", ["yes", "no", "fingerprint"]],
    ["Stage this hunk [y,n,q,?]?", ["y", "n", "q", "?"]],
    ["Quit anyway? (y or [n])", ["y", "n"]],
    ["Add it? (Y)es/(N)o/(D)on't ask again [Yes]:", ["Yes", "No", "Don't ask again"]],
    ["replace a? [y]es, [n]o, [A]ll:", ["yes", "no", "All"]],
    ["How?\n  a) retry\n  b) skip\nChoose:", ["retry", "skip"]],
    ["1. one\n2. two\n\nWhich one?", ["one", "two"]],
    ["Continue? [Y/n] y", []],
    ["Three steps:\n1. one\n2. two", []],
    ["2. two\n3. three\nWhich one?", []],
  ])("[NK2] what %j offers", (text, choices) => {
    expect(extractReply(shown(text)).choices).toEqual(choices);
  });

  it("[NK2] a shell's prompt says and offers nothing", () => {
    expect(extractReply(shown("1. one\n2. two\nWhich one?\ndev@devbox:~$", { command: "bash" }))).toEqual({
      reply: "",
      choices: [],
    });
  });
});
