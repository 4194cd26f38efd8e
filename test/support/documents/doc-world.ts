import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { type DialogAgent, dialogAgent } from "../dialog-agent.ts";
import { events } from "../event-log.ts";
import { receiver } from "../receiver.ts";
import { AGTMUX, type Sandbox, sandbox, until, untilPane } from "../sandbox.ts";
import { agentsIn, git, repository } from "../spawn-box.ts";
import { drop } from "../spool-drop.ts";
import { sshHosts } from "../ssh-host.ts";
import { standIns } from "./stand-ins.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const ENDLESS_S = 3;
const AGENTS = ["claude", "codex", "gemini", "copilot", "opencode", "kilo", "pi", "cursor-agent", "qwen", "my-agent"];

/**
 * The machine of somebody who follows the documents: a home with a checkout and a project, a tmux server that a daemon
 * watches and that they are attached to, a Claude in the session "shop" and in that project, and vm1 to log in to.
 */
export class DocWorld {
  readonly box: Sandbox;
  readonly claude: DialogAgent;
  readonly claudePane: string;
  /** Where a chat's server listens, on loopback. */
  readonly chat: string;
  private readonly terminal: string;
  private number = 0;

  static async start(): Promise<DocWorld> {
    const box = sandbox({ SHELL: "/bin/bash", AGTMUX_RECONCILE: "200ms" });
    const user = furnishedHome(box);
    const agents = agentsIn(join(box.dir, "agents"), AGENTS);
    const [vm1] = await sshHosts({ env: { PATH: [agents, process.env.PATH].join(delimiter) } });
    // machines that the documents only name as examples: nobody answers
    appendFileSync(vm1?.sshConfig ?? "", "Host 10.0.0.7 192.168.1.20 localhost\n  HostName 127.0.0.1\n  Port 1\n");
    Object.assign(box.env, {
      HOME: user,
      AGTMUX_HOME: undefined,
      AGTMUX_SSH_CONFIG: vm1?.sshConfig,
      XDG_RUNTIME_DIR: join(box.dir, "no-systemd"),
      PATH: [dirname(AGTMUX), dirname(process.execPath), standIns(box.dir), agents, process.env.PATH].join(delimiter),
    });
    symlinkSync(join(user, ".agtmux"), box.home);
    const terminal = box.session("me", "exec bash --norc --noprofile");
    await box.startDaemon();
    const chat = await receiver(() => ({ status: 200, body: "ok" }));
    const claude = dialogAgent(box.dir, join(box.home, "bin", "agtmux"));
    const [binary, script] = claude.command.split(" ");
    const spawned = `exec ${binary} ${script} ${box.dir}/spawned.jsonl ${box.dir}/spawned.order "$AGTMUX_HOME/bin/agtmux"`;
    writeFileSync(join(agents, "claude"), `#!/bin/sh\n${spawned}\n`);
    const claudePane = box.session("shop", "cd ~/shop && exec bash --norc --noprofile");
    const screen = sandbox();
    screen.session("screen", `unset TMUX; exec tmux -L ${box.socketName} attach -t me`);
    await until(() => box.tmux("list-clients").includes("me"));
    box.type(terminal, "cd ~/shop");
    const world = new DocWorld(box, terminal, claude, claudePane, chat.url);
    await world.present();
    return world;
  }

  private constructor(box: Sandbox, terminal: string, claude: DialogAgent, claudePane: string, chat: string) {
    this.chat = chat;
    this.box = box;
    this.terminal = terminal;
    this.claude = claude;
    this.claudePane = claudePane;
  }

  /**
   * Types a statement into the person's shell, presses keys when it shows these words, and returns its exit code. One that
   * is endless gets some seconds.
   */
  async run(text: string, keys: readonly Keys[], endless: boolean): Promise<number> {
    const file = join(this.box.dir, `statement-${this.number++}`);
    const port = (await this.box.status()).port ?? 7433;
    const here = text
      .replaceAll(":7433", `:${port}`)
      .replaceAll("https://hooks.slack.com", this.chat)
      .replace("add ntfy", `add ntfy --url ${this.chat}`);
    writeFileSync(file, here);
    const how = text.startsWith("#!") ? "sh" : endless ? `timeout ${ENDLESS_S} bash` : ".";
    this.box.tmux("send-keys", "-t", this.terminal, "C-l");
    this.box.type(this.terminal, `${how} ${file}; echo $? > ${file}.part; mv ${file}.part ${file}.code`);
    for (const { shows, press } of keys) {
      await until(
        () => this.screen().includes(shows) || existsSync(`${file}.code`),
        () => `"${shows}" is not shown by ${text}:\n${this.screen()}`,
      );
      const words = press.map((word) => word.replace("CHAT", this.chat));
      if (!existsSync(`${file}.code`)) this.box.tmux("send-keys", "-t", this.terminal, ...words);
    }
    await until(
      () => existsSync(`${file}.code`),
      () => `${text} does not end:\n${this.screen()}`,
      60_000,
    );
    return Number(readFileSync(`${file}.code`, "utf8"));
  }

  screen(): string {
    return this.box.screen(this.terminal);
  }

  /** A Claude that is spawned asks this at once. */
  spawnedAsks(): void {
    writeFileSync(join(this.box.dir, "spawned.order"), JSON.stringify({ command: "make migrate" }));
  }

  /** Claude runs, also if it was killed before. */
  async present(): Promise<void> {
    const before = await this.box.pane(this.claudePane).catch(() => null);
    // lists may still show the one that was killed a moment ago
    const isGone = this.box.tmux("display-message", "-p", "-t", this.claudePane, "#{pane_current_command}") === "bash";
    if (before?.agent === "claude" && !isGone) return;
    if (isGone) this.box.type(this.claudePane, this.claude.command);
    const isNew = (runtimeId: string | null) => !isGone || runtimeId !== (before?.runtime_id ?? null);
    await untilPane(this.box, this.claudePane, ({ agent, runtime_id }) => agent === "claude" && isNew(runtime_id));
  }

  /** Claude asks whether it may run a command. */
  async asks(): Promise<void> {
    await this.present();
    this.claude.ask({ command: "make migrate" });
    await untilPane(this.box, this.claudePane, ({ state }) => state === "waiting_approval");
  }

  async rests(): Promise<void> {
    await this.present();
    this.claude.ask(null);
    this.ends();
    await untilPane(this.box, this.claudePane, ({ state }) => /completed|idle/.test(state));
  }

  async works(): Promise<void> {
    await this.present();
    this.claude.ask({ working: true });
    await untilPane(this.box, this.claudePane, ({ state }) => state === "running");
  }

  /** Claude ends the turn that its next prompt begins. */
  async endsNextTurn(): Promise<void> {
    const begun = () => events(this.box, "hook").filter(({ event_type }) => event_type === "claude.UserPromptSubmit");
    const before = begun().length;
    await until(() => begun().length > before);
    this.ends();
  }

  private ends(): void {
    const tmux = this.box.tmux("display-message", "-p", "-t", this.claudePane, "#{socket_path},#{pid},0");
    const payload = JSON.stringify({ session_id: "s-1", last_assistant_message: "done" });
    drop(this.box, { agent: "claude", event: "Stop", pane: this.claudePane, tmux, payload });
  }
}

export interface Keys {
  shows: string;
  press: readonly string[];
}

/** A home with the folders of agents, a checkout in ~/agtmux that can be pulled, and a project with a Makefile. */
function furnishedHome(box: Sandbox): string {
  const user = join(box.dir, "user");
  for (const folder of [
    ".claude",
    ".codex",
    ".gemini",
    ".copilot",
    ".cursor",
    ".qwen",
    ".config/opencode",
    ".config/kilo",
    ".pi/agent",
    ".config/fish",
  ])
    mkdirSync(join(user, folder), { recursive: true });
  const origin = repository(join(box.dir, "origin"), { Makefile: "test:\n\ttrue\n" });
  for (const checkout of ["agtmux", ".tmux/plugins/agtmux", "global/agtmux"]) {
    git(box.dir, "clone", "-q", origin, join(user, checkout));
    for (const name of ["bin", "dist", "man", "agtmux.tmux"]) symlinkSync(join(ROOT, name), join(user, checkout, name));
  }
  const shop = repository(join(user, "shop"), { Makefile: "test:\n\ttrue\n", "README.md": "# Shop\n" });
  writeFileSync(join(shop, "README.md"), "# The shop\n");
  writeFileSync(join(shop, "my-agent"), "#!/bin/sh\ncat\n", { mode: 0o755 });
  mkdirSync(join(user, ".agtmux"), { mode: 0o700 });
  return user;
}
