import { expect, it } from "vitest";
import { readBy, recordedScreen } from "../../../../test/accuracy/shown-screen.ts";

it.each([
  ["approval-shell", "waiting_approval by approval"],
  ["approval-narrow", "waiting_approval by approval"],
  ["approval-reject-words", "waiting_approval by approval-step"],
  ["approval-reject-typed", "waiting_approval by approval-step"],
  ["approval-always-confirm", "waiting_approval by approval-step"],
  ["question", "waiting_input by question"],
  ["retrying-429", "running by retrying"],
  ["working-narrow", "running by working"],
  ["done-narrow", "completed by completed"],
  ["compacted", "completed by completed"],
  ["interrupted-thinking", "idle by interrupted"],
  ["denied-esc", "idle by stopped"],
  ["denied-words", "completed by completed"],
  ["error-401", "error by error"],
  ["startup", "idle by start"],
  ["startup-draft", "idle by start"],
  ["exited", "idle by shell"],
])("[AD17] %s of Kilo is %s", (name, words) => {
  expect(readBy("kilo", recordedScreen("kilo", name))).toBe(words);
});
