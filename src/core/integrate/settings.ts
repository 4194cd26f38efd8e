/** Why a settings file was left alone: where, and what was expected there. */
export interface SettingsFault {
  line: number;
  column: number;
  expected: string;
}

/** What a settings file has of ours. */
export type Inspection =
  | { state: "malformed"; fault: SettingsFault }
  | {
      state: "absent" | "current" | "outdated";
      /** Events that we want to hear of and are not told. */
      missing: readonly string[];
      /** Parts of ours that lead to another home, stand there twice, or are no longer wanted. */
      stale: readonly string[];
      /** What keeps hooks from running, in words for people, and in which file. */
      disabled: { words: string; file: "settings" | "switches" } | null;
      /** Events whose hooks the agent skips until a person has agreed to them. */
      awaiting: readonly string[];
      /** Where the agent itself stops to read the file: it takes less than we do. */
      unread: SettingsFault | null;
    };

/** Text is null where there is no file. */
export type Edited = { ok: true; text: string | null } | { ok: false; fault: SettingsFault };

/** How our part gets into one kind of settings file. Pure: text in, text out. */
export interface Settings {
  inspect(text: string | null, home: string): Inspection;
  /** The text with our part in it, and everything else as it was. */
  add(text: string | null, home: string): Edited;
  /** The text as it was before. */
  remove(text: string | null): Edited;
}
