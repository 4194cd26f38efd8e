import type { Person } from "../../core/adapter/integration.ts";
import type { OwnFiles } from "../../core/doctor/judge-home.ts";
import type { SettingsFile } from "./settings-file.ts";

/**
 * A machine on which agents are integrated and checked: this one, or one over ssh. Apart from the daemon's machines,
 * which run tmux: no API of the daemon writes settings.
 */
export interface Machine {
  /** agtmux's home directory on that machine. */
  readonly home: string;
  readonly person: Person;

  hasProgram(command: string): Promise<boolean>;
  /** Null if the command reports none. */
  versionOf(command: string): Promise<string | null>;
  isThere(path: string): Promise<boolean>;
  lookAtHome(): Promise<OwnFiles>;
  /** Installs the command that hooks run; it must exist before the first hook does, even without a daemon. */
  installCommand(): Promise<void>;

  readSettings(path: string): Promise<SettingsFile>;
  /** Writes atomically and keeps mode and owner; rejects if the file has changed since it was read. */
  writeSettings(file: SettingsFile, text: string): Promise<void>;
  /** Removes the file, and the directories that were made for it and are empty. */
  deleteSettings(file: SettingsFile): Promise<void>;
  /** Saves the text before a change; returns the path of the backup. */
  backUp(agent: string, path: string, text: string, now: Date): Promise<string>;

  close(): Promise<void>;
}

/** Finds a version number in the output of `--version`. */
export function versionIn(said: string): string | null {
  return /\d+\.\d+(?:\.\d+)*(?:-[\w.]+)?/.exec(said)?.[0] ?? null;
}
