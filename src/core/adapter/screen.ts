import type { Pattern } from "../pattern/pattern.ts";
import type { Level } from "../protocol/events/event.ts";
import type { CuePlace } from "../protocol/settings/cues.ts";
import type { Reading } from "./adapter.ts";

/** A pane's screen at one moment. */
export interface Screen {
  /** Every visible row, blank ones too. */
  lines: readonly string[];
  title?: string | undefined;
  /** This runtime's title has shown a state before, and its current value is known: a title without a state then means something. */
  titleHasTold?: boolean | undefined;
  /** The pane's foreground program. */
  command?: string | undefined;
  /** The agent's version, if known. */
  version?: string | undefined;
}

/** The state that a screen alone shows. A screen that is not recognised gives no state. */
export type ScreenReading = (
  | { type: "read"; reading: Reading; cue: CueMatch }
  /** `hasMenu`: there are choices at the bottom that no cue knows. */
  | { type: "unrecognised"; why: string; hasMenu?: true }
) & {
  /** The agent's version is newer than any whose screens are known: it was read by the newest cues. */
  beyond: boolean;
};

/** Which cue it was, the row (from 1; 0 is the title) and the words. */
export interface CueMatch {
  name: string;
  row: number;
  text: string;
}

/** A line of text: rows that only the screen's width has broken are joined. */
export interface Line {
  row: number;
  text: string;
}

export type Places = Partial<Record<CuePlace, readonly Line[]>>;

export interface Condition {
  where: CuePlace;
  pattern: Pattern;
}

/** A whole phrase at a fixed place, and what it means. The first that matches decides. */
export interface Cue extends Condition {
  name: string;
  says: Level;
  /** Must match too. */
  with?: readonly Condition[];
  /** Must not match. */
  without?: readonly Condition[];
  /** Counts only if the title has shown states before and shows none now: the agent neither works nor asks. */
  underSilentTitle?: true;
  /** First and last version of the agent that shows it. */
  since?: string;
  until?: string;
}
