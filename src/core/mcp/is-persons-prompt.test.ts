import { expect, it } from "vitest";
import type { Actor } from "../protocol/actions/actions.ts";
import { isPersonsPrompt } from "./is-persons-prompt.ts";

it("[MC5] a person's prompt or answer is one; another agent's, a rule's answer and what was refused are not", () => {
  const person: Actor = { uid: 1, user: "me", via: "cli" };
  const agent = { name: "claude", place: "app/%1", ref: "pane:host/app/@1/%1", runtime_id: "r" };
  const done = { action: "answer", outcome: "done" } as const;
  expect(isPersonsPrompt({ ...done, actor: person })).toBe(true);
  expect(isPersonsPrompt({ ...done, actor: { ...person, via: "fleet" } })).toBe(true);
  expect(isPersonsPrompt({ ...done, actor: { ...person, via: "rule" } })).toBe(false);
  expect(isPersonsPrompt({ ...done, actor: { ...person, via: "mcp" } })).toBe(false);
  expect(isPersonsPrompt({ ...done, actor: { ...person, via: "queue", agent } })).toBe(false);
  expect(isPersonsPrompt({ ...done, outcome: "refused", actor: person })).toBe(false);
  expect(isPersonsPrompt({ ...done, action: "kill", actor: person })).toBe(false);
});
