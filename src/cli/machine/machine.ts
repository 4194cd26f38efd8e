import type { OwnFiles } from "../../core/doctor/judge-home.ts";
import type { Person } from "../../core/integrate/integration.ts";
import type { SettingsFile } from "../integrate/settings-file.ts";

/** A machine whose agents are set up and looked at: this one, or one over ssh. */
export interface Machine {
  /** agtmux's own directory there. */
  readonly home: string;
  readonly person: Person;

  hasProgram(command: string): Promise<boolean>;
  /** Null where it does not say. */
  versionOf(command: string): Promise<string | null>;
  isThere(path: string): Promise<boolean>;
  lookAtHome(): Promise<OwnFiles>;
  /** The command that hooks run must be there before the first of them does, daemon or not. */
  installCommand(): Promise<void>;

  readSettings(path: string): Promise<SettingsFile>;
  /** Whole or not at all, with the mode and the owner that it had; refused where it is no longer what was read. */
  writeSettings(file: SettingsFile, text: string): Promise<void>;
  /** Removes the file, and the directories up to `top` that nothing else is in. */
  deleteSettings(file: SettingsFile, top: string): Promise<void>;
  /** Keeps the text as it was before a change; says where. */
  backUp(agent: string, path: string, text: string, now: Date): Promise<string>;

  close(): Promise<void>;
}

/** What a program says to `--version`, as far as it is one. */
export function versionIn(said: string): string | null {
  return /\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?/.exec(said)?.[0] ?? null;
}
