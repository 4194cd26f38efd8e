import { expect, it } from "vitest";
import { readBy, recordedScreen } from "../../../../test/accuracy/shown-screen.ts";

it.each([
  ["confirm", "waiting_approval by confirm"],
  ["confirm-narrow", "waiting_approval by confirm"],
  ["gate", "waiting_approval by confirm"],
  ["trust", "waiting_approval by trust"],
  ["select", "waiting_input by select"],
  ["input", "waiting_input by field"],
  ["retrying-429", "running by retrying"],
  ["working", "running by working"],
  ["working-draft", "running by working"],
  ["tool-running", "running by working"],
  ["interrupted", "idle by interrupted"],
  ["interrupted-tool", "idle by interrupted"],
  ["interrupted-retry", "idle by interrupted"],
  ["error-400", "error by error"],
  ["done-plain", "completed by completed"],
  ["done-narrow", "completed by completed"],
  ["startup", "idle by start"],
  ["draft-long", "idle by start"],
  ["commands", "idle by start"],
  ["exited", "idle by shell"],
])("[AD17] %s of pi is %s", (name, words) => {
  expect(readBy("pi", recordedScreen("pi", name))).toBe(words);
});
