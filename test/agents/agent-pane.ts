import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { quoted } from "../../src/core/provision/shell-words.ts";
import { until } from "../support/sandbox.ts";
import type { Agent, House } from "./agent.ts";
import { programOf } from "./install.ts";
import { type Place, register } from "./place.ts";

/** Agents drop keys that come with the text before them, or at once after a dialog appeared. */
const AFTER_TEXT_MS = 400;
const AFTER_DIALOG_MS = 800;
const BETWEEN_KEYS_MS = 200;
const LOOK_MS = 40;
const READS_KEYS_MS = 1_500;
/** A small pane may not show all of it. */
const SHOWS_TEXT_MS = 5_000;
/** OpenCode needs ten seconds to its first frame on an idle machine, and a minute on a busy one. */
const PATIENCE_MS = 90_000;

/** A pane with a shell in which an agent is started and driven as a person would. */
export class AgentPane {
  readonly id: string;
  /** SCHMUX_STATUS_FILE there. */
  readonly statusFile: string;
  readonly place: Place;
  readonly house: House;
  private readonly agent: Agent;

  static async open(place: Place, agent: Agent, house: House, name: string): Promise<AgentPane> {
    const id = place.session(name, `cd '${house.work}' && exec sh`);
    return new AgentPane(place, agent, house, id, await register(place, id));
  }

  private constructor(place: Place, agent: Agent, house: House, id: string, statusFile: string) {
    this.place = place;
    this.agent = agent;
    this.house = house;
    this.id = id;
    this.statusFile = statusFile;
  }

  /** Starts the agent, with its last conversation or inside another program; returns when it can be typed to. */
  async launch({
    resume = false,
    wrap = (start: string) => `sh ${start}`,
    ready = this.agent.screens.ready,
  } = {}): Promise<number> {
    await until(() => this.processes().length === 0);
    // an agent that was killed leaves the terminal as it had set it
    this.tmux("send-keys", "-t", this.id, "-R", "stty sane", "C-j");
    this.type(`clear; ${wrap(startScript(this.agent, this.house, resume))}`);
    await until(() => !this.screen().includes("stty sane"));
    const readyAt = await this.untilScreen(ready);
    // Gemini shows its box before it reads keys, and then takes text and Enter for one paste
    await sleep(READS_KEYS_MS);
    return readyAt;
  }

  tmux(...words: string[]): string {
    return this.place.tmux(...words);
  }

  /** Types a line at the shell's prompt. Ends it by C-j: in a terminal as a stopped agent has left it, Enter may not. */
  type(line: string): void {
    this.tmux("send-keys", "-t", this.id, "-l", line);
    this.tmux("send-keys", "-t", this.id, "C-j");
  }

  /** Types words and leaves them in the agent's box. */
  async draft(words: string): Promise<void> {
    await sleep(AFTER_DIALOG_MS);
    this.tmux("send-keys", "-t", this.id, "-l", words);
  }

  /** Sends a line; returns when Enter was pressed. */
  async submit(line: string): Promise<number> {
    await sleep(AFTER_DIALOG_MS);
    // some agents put the prompt of an interrupted turn back into the input box
    this.tmux("send-keys", "-t", this.id, "C-u");
    await sleep(BETWEEN_KEYS_MS);
    this.tmux("send-keys", "-t", this.id, "-l", line);
    // an agent that reads late would take text and Enter for one paste
    await until(() => this.screen().includes(line), undefined, SHOWS_TEXT_MS).catch(() => undefined);
    await sleep(AFTER_TEXT_MS);
    return this.send("Enter");
  }

  /** Presses keys one after the other; returns when the last one was sent. */
  async press(keys: readonly string[] | RegExp): Promise<number> {
    await sleep(AFTER_DIALOG_MS);
    const list = keys instanceof RegExp ? [this.numberOnScreen(keys)] : keys;
    let sentAt = Date.now();
    for (const [index, key] of list.entries()) {
      if (index > 0) await sleep(BETWEEN_KEYS_MS);
      sentAt = this.send(key);
    }
    return sentAt;
  }

  /** When the screen first showed this. */
  async untilScreen(pattern: RegExp): Promise<number> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!pattern.test(this.screen())) {
      if (Date.now() > deadline) throw new Error(`no ${pattern} on the screen:\n${this.screen()}`);
      await sleep(LOOK_MS);
    }
    return Date.now();
  }

  get work(): string {
    return this.house.work;
  }

  screen(): string {
    return this.tmux("capture-pane", "-p", "-t", this.id);
  }

  /** The agent's processes, the first one started first. */
  processes(): number[] {
    return this.place.descendants(Number(this.tmux("display-message", "-p", "-t", this.id, "#{pane_pid}")));
  }

  /** When the agent's first process had ended. */
  async untilGone(pid: number): Promise<number> {
    await until(
      () => !this.place.isRunning(pid),
      () => `${pid} runs on:\n${this.screen()}`,
      PATIENCE_MS,
    );
    return Date.now();
  }

  /** When the agent was stopped by a signal. */
  stop(): number {
    this.place.signal(this.processes(), "STOP");
    return Date.now();
  }

  goOn(): void {
    this.place.signal(this.processes(), "CONT");
  }

  kill(): number {
    const pids = this.processes();
    const sentAt = Date.now();
    this.place.signal(pids, "KILL");
    return sentAt;
  }

  private send(key: string): number {
    const sentAt = Date.now();
    if (key.startsWith("text:")) this.tmux("send-keys", "-t", this.id, "-l", key.slice("text:".length));
    else this.tmux("send-keys", "-t", this.id, key);
    return sentAt;
  }

  private numberOnScreen(pattern: RegExp): string {
    const found = pattern.exec(this.screen())?.[1];
    if (found === undefined) throw new Error(`no ${pattern} on the screen:\n${this.screen()}`);
    return found;
  }
}

/** The agent's environment: no account, no network beyond loopback, and what the pane's shell exports for us. */
function startScript(agent: Agent, house: House, resume: boolean): string {
  const path = join(house.home, resume ? "start-again" : "start");
  if (existsSync(path)) return path;
  const launch = agent.launch(house);
  const { env } = launch;
  const args = resume ? agent.resumes(launch.args, house) : launch.args;
  const fixed = {
    PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
    HOME: house.home,
    TMPDIR: house.tmp,
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    ...env,
  };
  const own = Object.entries(fixed).map(([name, value]) => `${name}=${quoted(value)}`);
  const passed = [
    "TERM",
    "TMUX",
    "TMUX_PANE",
    "AGTMUX_HOME",
    "SCHMUX_ENABLED",
    "SCHMUX_SESSION_ID",
    "SCHMUX_STATUS_FILE",
  ];
  const words = [
    ...own,
    ...passed.map((name) => `${name}="$${name}"`),
    programOf(agent, house.installed),
    ...args.map(quoted),
  ];
  writeFileSync(path, `exec env -i ${words.join(" \\\n  ")}\n`);
  chmodSync(path, 0o700);
  return path;
}

/** When a file had something in it. */
export async function untilWritten(path: string): Promise<number> {
  const isWritten = () => existsSync(path) && readFileSync(path, "utf8") !== "";
  await until(isWritten, () => `nothing in ${path}`, PATIENCE_MS);
  return Date.now();
}

export async function untilExists(path: string): Promise<number> {
  await until(
    () => existsSync(path),
    () => `no ${path}`,
    PATIENCE_MS,
  );
  return Date.now();
}
