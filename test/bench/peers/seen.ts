import type { Read } from "../../accuracy/score-screens.ts";

/** The classes that all these tools tell apart: they name the states differently, and not all tell failed from done. */
export type Seen = "working" | "asking" | "resting" | "untold";

export interface Shot {
  lines: readonly string[];
  title: string;
}

/** A program that reads agents' screens. */
export interface Peer {
  name: string;
  version: string;
  /** One screen by itself: `untold` if it would keep what it showed before. Null if it does not know the agent. */
  read(agent: string, screen: Shot): Promise<Seen | null>;
  /** For one pane, whose screens it is given one after the other, as often as it would look. */
  watch(agent: string): ((screen: Shot) => Promise<Seen>) | null;
}

const CLASSES: Record<Read, Seen> = {
  running: "working",
  waiting_approval: "asking",
  waiting_input: "asking",
  ask: "asking",
  completed: "resting",
  idle: "resting",
  error: "resting",
  rest: "resting",
  unknown: "untold",
};

export function classOf(read: Read): Seen {
  return CLASSES[read];
}
