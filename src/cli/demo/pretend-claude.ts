import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Ask, approvalOptions, type ClaudeNow, claudeScreen } from "./claude-screen.ts";
import { type Key, keysIn } from "./keyboard.ts";
import { sendHook } from "./send-hook.ts";

const SPINNER = ["✢", "✳", "✶", "✻", "✽", "✻", "✶", "✳"] as const;
const FRAME_MS = 500;

/** The person pressed Esc during work, or denied an approval. */
export class Interrupted extends Error {}

/** Draws, handles keys and runs hooks as Claude Code does. A story calls its methods. */
export class PretendClaude {
  private readonly cwd = process.cwd();
  private readonly session = randomUUID();
  private said: string[] = [];
  private now: ClaudeNow = { phase: "resting", draft: "" };
  private turn = "";
  private beganAt = 0;
  private onKey: (key: Key) => void = () => undefined;

  constructor() {
    process.stdout.write("\u001b[?2004h");
    process.stdin.setRawMode(true);
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (bytes: string) => {
      for (const key of keysIn(bytes)) this.press(key);
    });
    process.stdout.on("resize", () => this.draw());
    this.hook("SessionStart", { source: "startup" });
    this.draw();
  }

  /** Starts a turn with a prompt from the story or from a person. */
  begin(prompt: string): void {
    this.turn = randomUUID();
    this.beganAt = Date.now();
    this.said = [...this.said.slice(-6), "", `❯ ${prompt}`, ""];
    this.show({ phase: "working", status: this.status(0, "Thinking"), draft: "" });
    this.hook("UserPromptSubmit", { prompt });
  }

  say(words: string): void {
    this.said.push(`● ${words}`, "");
    this.draw();
  }

  /** Shows work for `ms`; Esc ends it early. */
  async work(doing: string, ms: number): Promise<void> {
    const stopped = new AbortController();
    this.onKey = (key) => (key.type === "escape" ? stopped.abort() : this.type(key));
    for (let passed = 0; passed < ms && !stopped.signal.aborted; passed += FRAME_MS) {
      this.show({ phase: "working", status: this.status(passed / FRAME_MS, doing), draft: this.draft });
      await sleep(FRAME_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
    if (stopped.signal.aborted) throw new Interrupted();
  }

  /** Uses a tool that needs no approval. */
  async use(tool: string, input: object, doing: string, ms: number): Promise<void> {
    const call = { tool_name: tool, tool_input: input, tool_use_id: randomUUID() };
    this.hook("PreToolUse", call);
    await this.work(doing, ms);
    this.hook("PostToolUse", call);
  }

  /** Asks for approval, then runs the command; returns when it has run. */
  async run(title: string, command: string, ms: number): Promise<void> {
    const call = { tool_name: "Bash", tool_input: { command, description: title }, tool_use_id: randomUUID() };
    this.said.push(`● ${title}`, `  ⎿  $ ${command}`, "");
    this.hook("PreToolUse", call);
    this.hook("PermissionRequest", call);
    const answer = await this.approve(title, command);
    if (answer === "no") throw new Interrupted();
    await this.work(title, ms);
    this.hook("PostToolUse", call);
  }

  /** Returns the answer's text; Esc interrupts. */
  async ask(ask: Ask): Promise<string> {
    const asked = { questions: [{ ...ask, multiSelect: false }] };
    const call = { tool_name: "AskUserQuestion", tool_input: asked, tool_use_id: randomUUID() };
    this.hook("PreToolUse", call);
    this.hook("PermissionRequest", call);
    const last = ask.options.length;
    let [chosen, own] = [0, ""];
    const answer = await new Promise<string | null>((done) => {
      const show = () => this.show({ phase: "asking", ask, chosen, own });
      const pick = (at: number) => {
        chosen = at;
        const label = ask.options[at]?.label ?? own;
        if (label !== "") return done(label);
        show();
      };
      this.onKey = (key) => {
        if (key.type === "escape" || key.type === "interrupt") return done(null);
        if (key.type === "enter") return pick(chosen);
        if (key.type === "up") chosen = Math.max(0, chosen - 1);
        else if (key.type === "down") chosen = Math.min(last, chosen + 1);
        else if (key.type === "backspace") own = own.slice(0, -1);
        else if (key.type === "text" && chosen === last) own += key.text;
        else if (key.type === "text" && Number(key.text) >= 1 && Number(key.text) <= last + 1)
          return pick(Number(key.text) - 1);
        show();
      };
      show();
    });
    if (answer === null) throw new Interrupted();
    this.said.push("● User answered Claude's questions:", `  ⎿  · ${ask.question} → ${answer}`, "");
    this.hook("PostToolUse", call);
    return answer;
  }

  async compact(ms: number): Promise<void> {
    this.hook("PreCompact", { trigger: "auto" });
    await this.work("Compacting conversation", ms);
    this.hook("PostCompact", { trigger: "auto" });
  }

  complete(words: string): void {
    this.said.push(`● ${words}`, "", this.summary());
    this.show({ phase: "resting", draft: this.draft });
    this.hook("Stop", { last_assistant_message: words, stop_hook_active: false });
  }

  /** No hook reports an interruption; only the screen shows it. */
  interrupted(): void {
    while (this.said.at(-1) === "") this.said.pop();
    this.said.push("  ⎿  Interrupted · What should Claude do instead?", "", this.summary());
    this.show({ phase: "resting", draft: "" });
  }

  /** Returns a prompt that a person enters within `ms`, else null. */
  rest(ms: number): Promise<string | null> {
    return new Promise((done) => {
      const timer = setTimeout(() => done(null), ms);
      this.onKey = (key) => {
        const prompt = this.draft.trim();
        if (key.type !== "enter" || prompt === "") return this.type(key);
        clearTimeout(timer);
        this.show({ phase: "resting", draft: "" });
        done(prompt);
      };
      this.show({ phase: "resting", draft: this.draft });
    });
  }

  private approve(title: string, command: string): Promise<"yes" | "no"> {
    const last = approvalOptions(this.cwd).length - 1;
    let chosen = 0;
    let amended: string | null = null;
    return new Promise((done) => {
      const show = () => this.show({ phase: "approving", title, command, chosen, amended });
      const pick = (at: number) => done(at === last ? "no" : "yes");
      this.onKey = (key) => {
        if (key.type === "escape" || key.type === "interrupt") return done("no");
        if (key.type === "enter") return pick(chosen);
        if (key.type === "tab" && chosen === last) amended = "";
        else if (key.type === "up") chosen = Math.max(0, chosen - 1);
        else if (key.type === "down") chosen = Math.min(last, chosen + 1);
        else if (key.type === "text" && amended !== null) amended += key.text;
        else if (key.type === "text" && Number(key.text) >= 1 && Number(key.text) <= last + 1)
          return pick(Number(key.text) - 1);
        show();
      };
      show();
    });
  }

  private press(key: Key): void {
    if (key.type === "end") process.exit(0);
    this.onKey(key);
  }

  /** Edits the input box; its text is kept while the agent works. */
  private type(key: Key): void {
    if (this.now.phase !== "resting" && this.now.phase !== "working") return;
    const { draft } = this.now;
    const typed = key.type === "text" ? draft + key.text : key.type === "backspace" ? draft.slice(0, -1) : draft;
    this.show({ ...this.now, draft: key.type === "interrupt" ? "" : typed });
  }

  private get draft(): string {
    return "draft" in this.now ? this.now.draft : "";
  }

  private status(frame: number, doing: string): string {
    const seconds = Math.round((Date.now() - this.beganAt) / 1000);
    return `${SPINNER[frame % SPINNER.length]} ${doing}… (${seconds}s · ↓ ${(seconds * 37) % 900} tokens)`;
  }

  private summary(): string {
    return `✻ Worked for ${Math.max(1, Math.round((Date.now() - this.beganAt) / 1000))}s`;
  }

  private show(now: ClaudeNow): void {
    this.now = now;
    this.draw();
  }

  private draw(): void {
    const { columns = 80, rows = 24 } = process.stdout;
    const lines = claudeScreen({ cwd: this.cwd, said: this.said, now: this.now }, columns);
    const shown = lines.slice(-rows).map((line) => line.slice(0, columns));
    // one write, and only the rest of each line is cleared, to avoid flicker
    process.stdout.write(`\u001b[H${shown.map((line) => `${line}\u001b[K`).join("\r\n")}\u001b[J`);
  }

  private hook(event: string, payload: object): void {
    const common = { session_id: this.session, cwd: this.cwd, hook_event_name: event };
    sendHook("claude", event, { ...common, ...(this.turn !== "" && { prompt_id: this.turn }), ...payload });
  }
}
