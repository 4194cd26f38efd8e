/** Why a settings file was not edited: the place, and what was expected there. */
export interface SettingsFault {
  line: number;
  column: number;
  expected: string;
}

/** The state of our part in a settings file. */
export type Inspection =
  | { state: "malformed"; fault: SettingsFault }
  | {
      state: "absent" | "current" | "outdated";
      /** Events that we want but have no hook for. */
      missing: readonly string[];
      /** Our parts that point to another home, are duplicated, or are no longer wanted. */
      stale: readonly string[];
      /** The reason why hooks do not run, as text for people, and in which file. */
      disabled: { words: string; file: "settings" | "switches" } | null;
      /** Events whose hooks the agent skips until the user has approved them. */
      awaiting: readonly string[];
      /** The place at which the agent's own parser fails; it accepts less than ours. */
      unread: SettingsFault | null;
    };

/** Text is null if there is no file. */
export type Edited = { ok: true; text: string | null } | { ok: false; fault: SettingsFault };

/** Edits our part in one kind of settings file. Pure: text in, text out. */
export interface Settings {
  inspect(text: string | null, home: string): Inspection;
  /** Returns the text with our part added and everything else unchanged. */
  add(text: string | null, home: string): Edited;
  /** Returns the text as it was before `add`. */
  remove(text: string | null): Edited;
}
