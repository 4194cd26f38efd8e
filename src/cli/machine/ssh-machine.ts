import type { Person } from "../../core/adapter/integration.ts";
import type { OwnFiles } from "../../core/doctor/judge-home.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import type { Answer } from "../../core/provision/answer.ts";
import commandText from "../../remote/agtmux.sh";
import answerText from "../../remote/answer.sh";
import settingsText from "../../remote/settings.sh";
import { backupName, backupTime } from "./backup.ts";
import { type Machine, versionIn } from "./machine.ts";
import { decodeSettings, type SettingsFile } from "./settings-file.ts";
import { type SshDestination, SshSession } from "./ssh-session.ts";

/** A machine over ssh, as the user we log in as. */
export class SshMachine implements Machine {
  readonly home: string;
  readonly person: Person;
  private readonly session: SshSession;

  /** `variables`: environment variables of agents, read on that machine. Rejects with a readable Fault. */
  static async open(destination: SshDestination, variables: readonly string[]): Promise<SshMachine> {
    const session = new SshSession(destination, `${answerText}\n${settingsText}`);
    try {
      return new SshMachine(session, await session.ask("facts", { variables: ["PATH", ...variables].join("\n") }));
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  private constructor(session: SshSession, facts: Answer) {
    this.session = session;
    this.home = wordOf(facts, "home");
    const env = Object.fromEntries(
      [...facts].flatMap(([key, value]) =>
        key.startsWith("variable ") ? [[key.slice("variable ".length), value]] : [],
      ),
    );
    // a profile may overwrite PATH and lose what the machine gives to every login
    const PATH = `${env.PATH}:${wordOf(facts, "outer_path")}`;
    this.person = { home: wordOf(facts, "user_home"), env: { ...env, PATH } };
  }

  async hasProgram(name: string): Promise<boolean> {
    return (await this.session.ask("has_program", { name, search: this.search })).has("found");
  }

  async versionOf(name: string): Promise<string | null> {
    const answer = await this.session.ask("version", { name, search: this.search });
    return versionIn(answer.get("version") ?? "");
  }

  async isThere(path: string): Promise<boolean> {
    return (await this.session.ask("is_there", { path })).has("found");
  }

  async lookAtHome(): Promise<OwnFiles> {
    const answer = await this.session.ask("look_at_home", { command_text: commandText });
    const [bits = "", owner, user] = (answer.get("mode") ?? "").split(" ");
    const mode = bits === "" ? null : { bits: Number.parseInt(bits, 8) & 0o777, isOurs: owner === user };
    return { home: this.home, mode, command: wordOf(answer, "command") as OwnFiles["command"] };
  }

  async installCommand(): Promise<void> {
    await this.session.ask("install_command", { command_text: commandText });
  }

  async readSettings(path: string): Promise<SettingsFile> {
    const answer = await this.askAbout(path, "read", {});
    const hex = answer.get("bytes")?.replaceAll(/\s/g, "");
    const text = hex === undefined ? null : decodeSettings(path, Buffer.from(hex, "hex"));
    return { path, target: wordOf(answer, "target"), text };
  }

  async writeSettings(file: SettingsFile, text: string): Promise<void> {
    await this.askAbout(file.path, "write", { ...asRead(file), text });
  }

  async deleteSettings(file: SettingsFile): Promise<void> {
    await this.askAbout(file.path, "delete", asRead(file));
  }

  async backUp(agent: string, path: string, text: string, now: Date): Promise<string> {
    const values = { agent, name: backupName(path), time: backupTime(now), text };
    return wordOf(await this.session.ask("back_up", values), "backup");
  }

  close(): Promise<void> {
    return this.session.close();
  }

  private async askAbout(path: string, step: string, values: Record<string, string>): Promise<Answer> {
    try {
      return await this.session.ask(step, { ...values, path });
    } catch (error) {
      const { code, message, details } = asFault(error);
      const isLost = code === "E_TARGET_UNREACHABLE" && step !== "read";
      const words = isLost ? `${message}; whether ${path} was changed there is not known: run this again` : message;
      throw new Fault(code, words, { ...details, path }, error);
    }
  }

  private get search(): string {
    return this.person.env.PATH ?? "";
  }
}

function asRead({ target, text }: SettingsFile) {
  return { target, was: text === null ? "absent" : "text", before: text ?? "" };
}

function wordOf(answer: Answer, key: string): string {
  const word = answer.get(key);
  if (word === undefined) throw new Fault("E_TARGET_UNUSABLE", `the machine did not report ${key}`);
  return word;
}
