import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../core/protocol/fault.ts";
import type { ResumableItem } from "../../core/protocol/resume.ts";
import { shellQuote } from "../../core/provision/shell-words.ts";
import type { RuntimeRow } from "../store/store.ts";
import type { Machine } from "../targets/machine.ts";
import { type TmuxControl, tmuxQuote } from "../targets/tmux-control.ts";
import type { ObservedPane, Topology } from "../targets/topology.ts";

/** A target that answers, and the ways to it. */
export interface Reach {
  topology: Topology;
  control: TmuxControl;
  machine: Pick<Machine, "processes">;
}

export type Place =
  | { type: "same_pane"; pane: ObservedPane }
  | { type: "new_window"; session: string }
  | { type: "new_session"; name: string };

const SHELLS = new Set(
  "ash bash busybox csh dash elvish fish ion ksh ksh93 mksh nu osh pwsh rbash sh tcsh xonsh yash zsh".split(" "),
);
const PROMPT_MS = 5_000;
const POLL_MS = 100;
const REFUSED = "agtmux-refused";

/** Where an agent comes back: at the prompt it left behind, else beside it, else in a session like the one it had. */
export async function placeFor(row: RuntimeRow, item: ResumableItem, reach: Reach, newWindow: boolean): Promise<Place> {
  const { boot, server, panes } = reach.topology;
  const isSame = row.boot_id === boot && row.server_pid === server.pid && row.server_start === server.start;
  const pane = isSame ? panes.get(row.pane_id) : undefined;
  if (pane !== undefined && !newWindow && !pane.dead && (await isAtPrompt(pane, reach)))
    return { type: "same_pane", pane };
  const name = pane?.session_name ?? item.session_name ?? item.agent;
  const beside = pane ?? [...panes.values()].find(({ session_name }) => session_name === name);
  return beside === undefined ? { type: "new_session", name } : { type: "new_window", session: beside.session_id };
}

/** Types the agent's words there; the pane that has them. Null where a prompt is none any more. */
export async function typeAt(place: Place, item: ResumableItem, reach: Reach): Promise<string | null> {
  if (place.type === "same_pane") {
    const line = place.pane.cwd === item.cwd ? item.command : lineOf(item);
    return (await typeAtPrompt(place.pane, line, reach.control)) ? place.pane.pane_id : null;
  }
  const directory = item.cwd === null ? "" : ` -c ${tmuxQuote(asText(item.cwd))}`;
  const made =
    place.type === "new_window"
      ? `new-window -d -P -F '#{pane_id} #{pane_pid}' -t ${tmuxQuote(`${place.session}:`)}${directory}`
      : // -E: the environment of sessions is no business of ours
        `new-session -d -E -P -F '#{pane_id} #{pane_pid}' -s ${tmuxQuote(asText(place.name))}${directory}`;
  const [answer = ""] = await reach.control.runQuietly(made).catch(failed);
  const [paneId = "", pid] = answer.split(" ");
  if (!/^%\d+$/.test(paneId)) throw failed(new Error(`tmux answered "${answer}"`));
  await untilPrompt(Number(pid), reach);
  await reach.control.run(`send-keys -t ${paneId} -l ${tmuxQuote(lineOf(item))}`).catch(failed);
  await reach.control.run(`send-keys -t ${paneId} Enter`).catch(failed);
  return paneId;
}

/** tmux reads these words as a format, and would run what stands in #(…). */
function asText(words: string): string {
  return words.replaceAll("#", "##");
}

function lineOf({ cwd, command }: ResumableItem): string {
  return cwd === null ? command : `cd ${shellQuote(cwd)} && ${command}`;
}

/**
 * What must hold is asked of tmux in the same command that types, so that nothing can come in between. A draft at the
 * prompt is cleared: run together with our words it would be somebody else's command.
 */
async function typeAtPrompt({ pane_id, pane_pid, command }: ObservedPane, line: string, control: TmuxControl) {
  const holds = [
    `#{==:#{pane_pid},${pane_pid}}`,
    `#{==:#{pane_current_command},${command}}`,
    "#{?pane_in_mode,0,1}",
    "#{?pane_dead,0,1}",
    "#{?pane_input_off,0,1}",
    // keys for one of these are keys for all of them
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

/** A shell and nothing under it: what tmux calls the pane's command may be a script that the same shell runs. */
async function isAtPrompt(pane: ObservedPane, reach: Reach): Promise<boolean> {
  return SHELLS.has(pane.command) && (await isBareShell(pane.pane_pid, reach));
}

async function isBareShell(pid: number, { machine }: Reach): Promise<boolean> {
  const [root, ...others] = await machine.processes([pid]);
  return root !== undefined && others.length === 0 && SHELLS.has(root.command.replace(/^-/, ""));
}

/** A shell that starts may start others; what is typed meanwhile would be theirs. */
async function untilPrompt(pid: number, reach: Reach): Promise<void> {
  let quiet = 0;
  for (let waited = 0; waited < PROMPT_MS && quiet < 3; waited += POLL_MS) {
    await sleep(POLL_MS);
    quiet = (await isBareShell(pid, reach).catch(() => false)) ? quiet + 1 : 0;
  }
}

function failed(error: unknown): never {
  throw new Fault("E_TMUX", error instanceof Error ? error.message : String(error), {}, error);
}
