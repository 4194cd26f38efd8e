import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { Fault } from "../../core/protocol/base/fault.ts";
import { type Answer, readAnswer } from "../../core/provision/answer.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import { describeNoise, StartFinder, type StartMark, withStartMark } from "../../core/ssh/shell-start.ts";
import { sshLoginArguments } from "../../core/ssh/ssh-arguments.ts";
import { explainSshFailure } from "../../core/ssh/ssh-failure.ts";
import { plain } from "../render/words.ts";

export interface SshDestination {
  /** A host name or alias of the user's ssh config. */
  host: string;
  /** A file for `ssh -F`; null for the user's own config. */
  sshConfig: string | null;
}

interface Question {
  marker: string;
  timer: NodeJS.Timeout;
  resolve(answer: Answer): void;
  reject(fault: Fault): void;
}

/** ssh's own timeouts are shorter. This one is for logins that wait for a key touch, and for programs that hang. */
const PATIENCE_MS = 60_000;
const FAREWELL_MS = 500;
/** How often a line is sent to an rc file that may be waiting for input. */
const NUDGE_MS = 3_000;
const LAST_WORDS_MS = 200;
const SSH_FAILED = 255;
const MAX_WORDS = 8_000;
/** Limits our memory when a machine prints without end. */
const MAX_HEARD = 16 * 1024 * 1024;

/** One login whose sh runs script steps in order. Steps may be sent before earlier ones have answered. */
export class SshSession {
  private readonly destination: SshDestination;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly questions: Question[] = [];
  private readonly gone: Promise<void>;
  private readonly mark: StartMark = [randomBytes(12).toString("hex"), randomBytes(12).toString("hex")];
  private readonly finder = new StartFinder(this.mark);
  private readonly decoder = new TextDecoder();
  private readonly nudge: NodeJS.Timeout;
  /** Input held back until our command runs, because rc files could read it; null from then on. */
  private early: string[] | null = [];
  private heard = "";
  private complaints = "";
  private fault: Fault | null = null;

  /** `script` contains only functions; its `main` runs `$step` in a subshell. */
  constructor(destination: SshDestination, script: string) {
    this.destination = destination;
    // detached: without a controlling terminal, ssh cannot prompt
    const args = sshLoginArguments(destination, withStartMark(["sh", "-s"], this.mark));
    this.child = spawn("ssh", args, { env: environment(), stdio: "pipe", detached: true });
    this.nudge = setInterval(() => this.child.stdin.write(`${args.at(-1)}\n`), NUDGE_MS).unref();
    this.child.stdout.on("data", (chunk: Uint8Array) => {
      const bytes = this.early === null ? chunk : this.finder.feed(chunk);
      if (bytes === null) return;
      this.begin();
      this.hear(this.decoder.decode(bytes, { stream: true }));
    });
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.complaints = (this.complaints + text).slice(-MAX_WORDS);
    });
    // ssh may exit without reading its input
    this.child.stdin.on("error", () => {});
    this.child.once("exit", () => {
      // a hanging ProxyCommand would keep the pipes open
      const pipes = [this.child.stdout, this.child.stderr];
      setTimeout(() => pipes.forEach((pipe) => void pipe.destroy()), LAST_WORDS_MS).unref();
    });
    this.gone = new Promise((resolve) => {
      this.child.once("error", () => this.end(explainSshFailure("ssh: not found", destination.host), resolve));
      this.child.once("close", (code) => this.end(this.whyEnded(code), resolve));
    });
    this.write(`${script}\n`);
  }

  ask(step: string, values: Readonly<Record<string, string>> = {}): Promise<Answer> {
    if (Object.values(values).some((value) => value.includes("\0")))
      throw new Fault("E_INVALID_INPUT", "an argument for another machine must not contain a NUL byte");
    if (this.fault !== null) return Promise.reject(this.fault);
    const marker = `agtmux-${randomUUID()}`;
    const { host } = this.destination;
    return new Promise((resolve, reject) => {
      const words = `${host} did not answer within ${PATIENCE_MS / 1000} s`;
      const tooLate = () => this.giveUp(new Fault("E_TARGET_UNREACHABLE", words, { host }));
      this.questions.push({ marker, resolve, reject, timer: setTimeout(tooLate, PATIENCE_MS) });
      this.write(`(\n${shellAssignments({ ...values, step, marker })}main\n) </dev/null\n`);
    });
  }

  async close(): Promise<void> {
    this.child.stdin.end();
    // a remote process may still hold the channel open
    const timer = setTimeout(() => this.child.kill("SIGKILL"), FAREWELL_MS);
    await this.gone;
    clearTimeout(timer);
  }

  private begin(): void {
    if (this.early === null) return;
    clearInterval(this.nudge);
    const waiting = this.early;
    this.early = null;
    this.child.stdin.write(`${this.mark.join("")}\n${waiting.join("")}`);
  }

  private write(text: string): void {
    if (this.early === null) this.child.stdin.write(text);
    else this.early.push(text);
  }

  private hear(text: string): void {
    this.heard += text;
    const { host } = this.destination;
    if (this.heard.length > MAX_HEARD)
      this.giveUp(new Fault("E_TARGET_UNUSABLE", `${host} said more than ${MAX_HEARD} characters`, { host }));
    for (;;) {
      const [question] = this.questions;
      if (question === undefined) return;
      const last = `\n${question.marker} end\n`;
      const at = this.heard.indexOf(last);
      if (at < 0) return;
      const read = readAnswer(this.heard.slice(0, at + last.length), question.marker);
      this.heard = this.heard.slice(at + last.length);
      this.questions.shift();
      clearTimeout(question.timer);
      if (read.ok) question.resolve(read.answer);
      else question.reject(new Fault(read.fault.code, plain(read.fault.message)));
    }
  }

  private giveUp(fault: Fault): void {
    this.child.kill("SIGKILL");
    this.end(fault);
  }

  private end(fault: Fault, done: () => void = () => {}): void {
    clearInterval(this.nudge);
    this.fault ??= fault;
    for (const { timer, reject } of this.questions.splice(0)) {
      clearTimeout(timer);
      reject(this.fault);
    }
    done();
  }

  private whyEnded(code: number | null): Fault {
    const { host, sshConfig } = this.destination;
    if (code === SSH_FAILED || code === null) return explainSshFailure(this.complaints, host, sshConfig);
    if (this.early !== null) {
      const words = `${host} cannot be used: its login shell ended with code ${code} before our command ran. It printed ${describeNoise(this.finder.noise)}`;
      return new Fault("E_TARGET_UNUSABLE", words, { host });
    }
    const said = plain(this.complaints.trimEnd().split("\n").at(-1) ?? "");
    const words = `${host} cannot be used: its shell did not do as it was told${said === "" ? "" : `: ${said}`}`;
    return new Fault("E_TARGET_UNUSABLE", words, { host });
  }
}

/** The user's environment, except that ssh must not open a dialog for a password. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, SSH_ASKPASS_REQUIRE: "never" };
}
