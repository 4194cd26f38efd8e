import { setTimeout as sleep } from "node:timers/promises";
import { groupOf, processCheck } from "../../core/actions/process-check.ts";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import { ProcessForest } from "../../core/agents/process-forest.ts";
import { SHELL } from "../../core/agents/screen-reader.ts";
import { GENERIC } from "../../core/engine/bind.ts";
import type { KillReport, KillSignal } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { PaneHold } from "./pane-hold.ts";

/** How long an agent may take to end. Codex needs six seconds. */
const ENDS_MS = 8_000;
const LOOK_MS = 150;

/**
 * Signals the process group of the agent, as the terminal would. Where the pane's own shell is in that group (no job
 * control), only the agent's processes get it. Done by a shell on the machine, which looks at pid and start first.
 */
export async function killAgent(
  hold: PaneHold,
  signal: KillSignal,
  onSignal: () => void,
): Promise<Pick<KillReport, "signal" | "pid" | "reached" | "ended">> {
  const { runtime, pane, target } = hold;
  if (runtime === null || runtime.pid === null || runtime.pid_start === null) throw noAgent(pane.pane_id);
  const { pid, pid_start } = runtime;
  const forest = new ProcessForest(await target.processes([pane.pane_pid, pid]));
  const command = forest.get(pid)?.command ?? "";
  if (runtime.agent_type === GENERIC && SHELL.test(command)) throw noAgent(pane.pane_id);
  const own = forest.under(pid).map((process) => process.pid);
  const check = processCheck({ pid, start: pid_start }, "alive");
  const isRoot = pid === pane.pane_pid;
  const root = groupOf(pane.pane_pid, pid_start, "r");
  const apart = isRoot ? "true" : `${root} && [ "$g" -gt 1 ] && [ -n "$r" ] && [ "$g" -ne "$r" ]`;
  // as a shell does it: a stopped process takes TERM only when it goes on
  const goOn = (whom: string) =>
    signal === "TERM" ? ` && case $s in [Tt]*) kill -s CONT ${whom} 2>/dev/null || true ;; esac` : "";
  const group = `${check} && ${apart} && kill -s ${signal} -- -$g${goOn("-- -$g")}`;
  const alone = `${check} && kill -s ${signal} ${own.join(" ")}${goOn(own.join(" "))}`;
  const reached = (script: string) => tmuxString(`exec sh -c '${script}'`);
  const words = `if-shell ${reached(group)} { display-message -p group } { if-shell ${reached(alone)} { display-message -p processes } { display-message -p none } }`;
  onSignal();
  const said = await hold.do(words, { areKeys: false }).catch(async (error: Fault) => {
    // the last pane of a session takes the session along, and that our connection
    if (error.code === "E_TARGET_UNREACHABLE" && isRoot && !(await hold.isAlive())) return ["group"];
    throw error;
  });
  const how = said.find((line) => line === "group" || line === "processes");
  if (how !== "group" && how !== "processes")
    throw new Fault("E_STALE_SNAPSHOT", `${hold.name} (pid ${pid}) had ended already`, { guard: "process" });
  return { signal, pid, reached: how, ended: await hasEnded(hold) };
}

async function hasEnded(hold: PaneHold): Promise<boolean> {
  for (let waited = 0; waited < ENDS_MS; waited += LOOK_MS) {
    if (!(await hold.isAlive())) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

function noAgent(paneId: string): Fault {
  return new Fault("E_NO_AGENT", `no agent lives in pane ${paneId}: there is nothing to end`, { guard: "agent" });
}
