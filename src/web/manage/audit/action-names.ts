import type { ActionName } from "../../../core/protocol/actions.ts";

/** The schema's own list would bring its parser along; a name that is missing here does not compile. */
const NAMES: Record<ActionName, true> = {
  attach: true,
  send: true,
  "view-output": true,
  kill: true,
  answer: true,
  complete: true,
  spawn: true,
  dispose: true,
  resume: true,
  type: true,
};

export const ACTION_NAMES = Object.keys(NAMES);
