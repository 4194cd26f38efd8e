import { randomUUID } from "node:crypto";
import { Fault } from "../../core/protocol/base/fault.ts";
import { type Answer, readAnswer } from "../../core/provision/answer.ts";
import { SAFE_GIT } from "../../core/provision/safe-git.ts";
import { shellAssignments } from "../../core/provision/shell-words.ts";
import answerText from "../../remote/answer.sh";
import disposeText from "../../remote/dispose.sh";
import spawnText from "../../remote/spawn.sh";
import type { Machine } from "../targets/machine/machine.ts";

const SCRIPTS = { spawn: spawnText, dispose: SAFE_GIT + disposeText };
/** Checking out a large repository takes time. */
const PATIENCE_MS = 120_000;

export type Values = Readonly<Record<string, string>>;

/** Runs steps of our scripts on a machine, the same way locally and over ssh. */
export class WorkspaceShell {
  private readonly machine: Pick<Machine, "runScript">;
  /** Name of the tmux socket. */
  private readonly socket: string;

  constructor(machine: Pick<Machine, "runScript">, socket: string) {
    this.machine = machine;
    this.socket = socket;
  }

  async run(script: keyof typeof SCRIPTS, step: string, values: Values): Promise<Answer> {
    const unfit = Object.values(values).find((value) => value.includes("\0"));
    if (unfit !== undefined) throw new Fault("E_INVALID_INPUT", "an argument must not contain a NUL byte");
    const marker = `agtmux-${randomUUID()}`;
    const head = shellAssignments({ socket: this.socket, ...values, step, marker });
    const text = [head, answerText, SCRIPTS[script]].join("\n");
    const ran = await this.machine.runScript(text, { timeoutMs: PATIENCE_MS });
    const read = readAnswer(ran.stdout, marker);
    if (read.ok) return read.answer;
    const { code, message } = read.fault;
    const said = ran.stderr.trim().split("\n").at(-1) ?? "";
    throw code === "E_TARGET_UNUSABLE" && said !== "" ? new Fault(code, `${message}: ${said}`) : read.fault;
  }
}
