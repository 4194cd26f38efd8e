import type { ActionName } from "../../../core/protocol/actions/actions.ts";

/** Listed here, because importing the schema would bundle its parser; a missing name does not compile. */
const NAMES: Record<ActionName, true> = {
  attach: true,
  send: true,
  "view-output": true,
  diff: true,
  undo: true,
  finish: true,
  check: true,
  interrupt: true,
  kill: true,
  answer: true,
  complete: true,
  spawn: true,
  dispose: true,
  resume: true,
  wake: true,
  queue: true,
  type: true,
  rules: true,
};

export const ACTION_NAMES = Object.keys(NAMES);
