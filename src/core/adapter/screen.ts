import type { Level } from "../protocol/events/event.ts";
import type { CuePlace } from "../protocol/settings/cues.ts";
import type { Reading } from "./adapter.ts";

/** What a pane shows at one moment. */
export interface Screen {
  /** Every visible row, blank ones too. */
  lines: readonly string[];
  title?: string | undefined;
  /** The agent's title has told something in this life, and is known as it is now: that it tells nothing is news. */
  titleHasTold?: boolean | undefined;
  /** The pane's foreground program. */
  command?: string | undefined;
  /** The agent's version, where it is known. */
  version?: string | undefined;
}

/** What a screen alone tells. What is not recognised is no state at all. */
export type ScreenReading = (
  | { type: "read"; reading: Reading; cue: CueMatch }
  /** `hasMenu`: choices stand at its bottom, and nobody knows whose they are. */
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

/** A line as it was meant: rows that only the screen's width has parted are one. */
export interface Line {
  row: number;
  text: string;
}

export type Places = Partial<Record<CuePlace, readonly Line[]>>;

export interface Condition {
  where: CuePlace;
  pattern: RegExp;
}

/** A whole phrase at its place, and what it means. The first that fits decides. */
export interface Cue extends Condition {
  name: string;
  says: Level;
  /** Must be there too. */
  with?: readonly Condition[];
  /** Must not. */
  without?: readonly Condition[];
  /** Counts only where the title has told before and tells nothing now: the agent neither works nor asks. */
  underSilentTitle?: true;
  /** First and last version of the agent that shows it. */
  since?: string;
  until?: string;
}
