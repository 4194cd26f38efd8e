import { setTimeout as sleep } from "node:timers/promises";
import { formatText } from "../../core/actions/tmux-words.ts";
import type { ResumableItem } from "../../core/protocol/actions/resume.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { shellQuote } from "../../core/provision/shell-words.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { Machine } from "../targets/machine/machine.ts";
import { type TmuxControl, tmuxQuote } from "../targets/tmux/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/tmux/topology.ts";

/** A reachable target with its connections. */
export interface Reach {
  topology: Topology;
  control: TmuxControl;
  machine: Pick<Machine, "processes" | "runScript">;
}

export type Place =
  | { type: "same_pane"; pane: ObservedPane }
  | { type: "new_window"; session: string }
  | { type: "new_session"; name: string };

/** Shells that understand our quoting and `&&`. */
const SHELLS = new Set("ash bash busybox csh dash fish ksh ksh93 mksh osh rbash sh tcsh yash zsh".split(" "));
/** Shells with another grammar: they get nothing but the agent's plain command. */
const OTHER_SHELLS = new Set("elvish ion nu pwsh xonsh".split(" "));
const PROMPT_MS = 5_000;
const POLL_MS = 100;
const REFUSED = "agtmux-refused";

/** Where to resume an agent: at the prompt it left, else in a window beside it, else in a session like its former. */
export async function placeFor(row: RuntimeRow, item: ResumableItem, reach: Reach, newWindow: boolean): Promise<Place> {
  const { boot, server, panes } = reach.topology;
  const isSame = row.boot_id === boot && row.server_pid === server.pid && row.server_start === server.start;
  const pane = isSame ? panes.get(row.pane_id) : undefined;
  if (pane !== undefined && !newWindow && !pane.dead && (await isAtPrompt(pane, item, reach)))
    return { type: "same_pane", pane };
  const name = pane?.session_name ?? item.session_name ?? item.agent;
  const beside = pane ?? [...panes.values()].find(({ session_name }) => session_name === name);
  return beside === undefined ? { type: "new_session", name } : { type: "new_window", session: beside.session_id };
}

/** An agent's conversation belongs to its directory: without that, as with a worktree that was removed, it is not resumed. */
export async function requireDirectory({ cwd }: ResumableItem, { machine }: Reach): Promise<void> {
  if (cwd === null) return;
  const { code } = await machine.runScript(`[ -d ${shellQuote(cwd)} ]`);
  if (code !== 0) throw new Fault("E_WORKSPACE", `its directory ${cwd} is gone`, { cwd });
}

/** Types the agent's command there; returns the pane. Null if the prompt is gone. */
export async function typeAt(place: Place, item: ResumableItem, reach: Reach): Promise<string | null> {
  if (place.type === "same_pane") {
    const line = place.pane.cwd === item.cwd ? item.command : lineOf(item);
    return (await typeAtPrompt(place.pane, line, reach.control)) ? place.pane.pane_id : null;
  }
  const directory = item.cwd === null ? "" : ` -c ${tmuxQuote(formatText(item.cwd))}`;
  const made =
    place.type === "new_window"
      ? `new-window -d -P -F '#{pane_id} #{pane_pid}' -t ${tmuxQuote(`${place.session}:`)}${directory}`
      : // -E: do not change the session's environment
        `new-session -d -E -P -F '#{pane_id} #{pane_pid}' -s ${tmuxQuote(formatText(place.name))}${directory}`;
  const [answer = ""] = await reach.control.run(made).catch(failed);
  const [paneId = "", pid] = answer.split(" ");
  if (!/^%\d+$/.test(paneId)) throw failed(new Error(`tmux answered "${answer}"`));
  const shell = await untilPrompt(Number(pid), reach);
  const line = SHELLS.has(shell) ? lineOf(item) : item.command;
  if (!SHELLS.has(shell)) await requireThere(paneId, shell, item, reach);
  await reach.control.run(`send-keys -t ${paneId} -l ${tmuxQuote(line)}`).catch(failed);
  await reach.control.run(`send-keys -t ${paneId} Enter`).catch(failed);
  return paneId;
}

function lineOf({ cwd, command }: ResumableItem): string {
  return cwd === null ? command : `cd ${shellQuote(cwd)} && ${command}`;
}

/**
 * tmux checks the conditions in the same command that types, so that nothing can happen in between. A draft at the
 * prompt is cleared: joined with our command it would be a different one.
 */
async function typeAtPrompt({ pane_id, pane_pid, command }: ObservedPane, line: string, control: TmuxControl) {
  const holds = [
    `#{==:#{pane_pid},${pane_pid}}`,
    `#{==:#{pane_current_command},${command}}`,
    "#{?pane_in_mode,0,1}",
    "#{?pane_dead,0,1}",
    "#{?pane_input_off,0,1}",
    // keys for one synchronized pane reach all of them
    "#{?pane_synchronized,0,1}",
  ].reduce((all, one) => `#{&&:${all},${one}}`);
  const target = `-t ${pane_id}`;
  const keys = `send-keys ${target} C-e C-u ; send-keys ${target} -l ${tmuxQuote(line)} ; send-keys ${target} Enter`;
  const replies = await control
    .runList(`if-shell -F ${target} ${tmuxQuote(holds)} { ${keys} } { display-message -p ${REFUSED} }`)
    .catch(failed);
  const bad = replies.find(({ ok }) => !ok);
  if (bad !== undefined) throw failed(new Error(bad.lines.join(" ")));
  return !replies.some(({ lines }) => lines.includes(REFUSED));
}

/** In a shell that we cannot tell to change directory, tmux must have started it there. */
async function requireThere(paneId: string, shell: string, { cwd, command }: ResumableItem, { control }: Reach) {
  const [path] = await control.run(`display-message -p -t ${paneId} '#{pane_current_path}'`).catch(failed);
  if (OTHER_SHELLS.has(shell) && (cwd === null || path === cwd)) return;
  await control.run(`kill-pane -t ${paneId}`).catch(failed);
  const words = OTHER_SHELLS.has(shell)
    ? `${shell} did not start in ${cwd}, and agtmux does not write its language; go there yourself and run: ${command}`
    : `a new window runs ${shell || "nothing"}, which is no shell that agtmux knows; run it yourself: ${command}`;
  throw new Fault("E_NOT_RESUMABLE", words, { cwd, command });
}

/** A shell without children: tmux's name of the command may be a script run by the same shell. */
async function isAtPrompt(pane: ObservedPane, { cwd }: ResumableItem, reach: Reach): Promise<boolean> {
  if (!isShell(pane.command)) return false;
  const { shell, isBare } = await lookAtShell(pane.pane_pid, reach);
  return isBare && (SHELLS.has(shell) || cwd === null || pane.cwd === cwd);
}

async function lookAtShell(pid: number, { machine }: Reach): Promise<{ shell: string; isBare: boolean }> {
  const [root, ...others] = await machine.processes([pid]);
  const shell = root?.command.replace(/^-/, "") ?? "";
  return { shell, isBare: others.length === 0 && isShell(shell) };
}

function isShell(command: string): boolean {
  return SHELLS.has(command) || OTHER_SHELLS.has(command);
}

/** Waits for the prompt: a starting shell may start programs, which would read what is typed. Returns its name. */
async function untilPrompt(pid: number, reach: Reach): Promise<string> {
  let [quiet, shell] = [0, ""];
  for (let waited = 0; waited < PROMPT_MS && quiet < 3; waited += POLL_MS) {
    await sleep(POLL_MS);
    const look = await lookAtShell(pid, reach).catch(() => null);
    quiet = look?.isBare === true ? quiet + 1 : 0;
    shell = look?.shell ?? shell;
  }
  return shell;
}

function failed(error: unknown): never {
  throw new Fault("E_TMUX", error instanceof Error ? error.message : String(error), {}, error);
}
