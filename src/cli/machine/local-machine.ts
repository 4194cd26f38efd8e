import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Person } from "../../core/adapter/integration.ts";
import type { OwnFiles } from "../../core/doctor/judge-home.ts";
import { backUp } from "./backup.ts";
import { installCommand } from "./install-command.ts";
import { commandIn, modeOf, whyUnwritable } from "./look-at-home.ts";
import { type Machine, versionIn } from "./machine.ts";
import { noteMade, removeMade } from "./made-directories.ts";
import { deleteSettingsFile, readSettingsFile, type SettingsFile, writeSettingsFile } from "./settings-file.ts";

const VERSION_MS = 10_000;

/** This machine, as the user who runs the command. */
export class LocalMachine implements Machine {
  readonly home: string;
  readonly person: Person;

  constructor(home: string, person: Person = { home: homedir(), env: process.env }) {
    this.home = home;
    this.person = person;
  }

  async hasProgram(command: string): Promise<boolean> {
    const directories = (this.person.env.PATH ?? "").split(delimiter).filter((directory) => directory !== "");
    return directories.some((directory) => isProgram(join(directory, command)));
  }

  /** Runs the command without a terminal and with an empty stdin; several at once, since some take a second. */
  versionOf(command: string): Promise<string | null> {
    return new Promise((resolve) => {
      const options = { encoding: "utf8", timeout: VERSION_MS } as const;
      const child = execFile(command, ["--version"], options, (error, out) =>
        resolve(error === null ? versionIn(out) : null),
      );
      child.stdin?.end();
    });
  }

  async isThere(path: string): Promise<boolean> {
    return existsSync(path);
  }

  async lookAtHome(): Promise<OwnFiles> {
    const { home } = this;
    const unwritable = whyUnwritable(home);
    return { home, mode: modeOf(home), command: commandIn(home), ...(unwritable !== null && { unwritable }) };
  }

  async installCommand(): Promise<void> {
    installCommand(this.home);
  }

  async readSettings(path: string): Promise<SettingsFile> {
    return readSettingsFile(path);
  }

  async writeSettings(file: SettingsFile, text: string): Promise<void> {
    noteMade(this.home, writeSettingsFile(file, text));
  }

  async deleteSettings(file: SettingsFile): Promise<void> {
    deleteSettingsFile(file);
    removeMade(this.home, dirname(file.target));
  }

  async backUp(agent: string, path: string, text: string, now: Date): Promise<string> {
    return backUp(this.home, agent, path, text, now);
  }

  async close(): Promise<void> {}
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
