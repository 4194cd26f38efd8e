import type { PaneIdentity } from "../../core/protocol/lists/lists.ts";
import type { TmuxControl } from "../targets/tmux/tmux-control.ts";

export interface WatchedDeps {
  /** The control connection to a target's tmux server; null if there is none. */
  control(target: string): Pick<TmuxControl, "runList"> | null;
  /** Whether somebody uses a visible tab of the dashboard that shows the pane. */
  isAttended(target: string, paneId: string): boolean;
  /** The same of any pane. */
  isAnyAttended(): boolean;
  /** After this long without a key press a person may have left; ms. */
  attendedMs: number;
}

/** The people at the terminals of one tmux server. */
export interface Watchers {
  /** Whether any terminal was used lately, whatever it shows. */
  isSomebodyThere: boolean;
  see(identity: Pick<PaneIdentity, "window_id" | "pane_id">): boolean;
}

/** Somebody who has watched a pane for this long after a call has seen it. */
export const VISIT_MS = 3_000;
/** A server that takes longer shows nothing to anybody. */
const ANSWER_MS = 5_000;
const CLIENT = "#{client_control_mode} #{client_activity} #{window_id} #{window_zoomed_flag} #{pane_id}";
/** The last reply is the server's own clock, by which it dates key presses: a wrong one changes nothing. */
const COMMANDS = `list-clients -F '${CLIENT}'\ndisplay-message -p '%s'`;

/** Looks at the terminals of a tmux server that somebody uses: with a key press lately, and no control client. */
export async function watchersOf(
  target: string,
  { control, attendedMs }: WatchedDeps,
  signal: AbortSignal,
): Promise<Watchers> {
  const lines = await linesOf(control(target), signal);
  const now = Number(lines.at(-1));
  const used = lines.slice(0, -1).flatMap((line) => {
    const [isControl, activity, window, isZoomed, front] = line.trim().split(" ");
    const isUsed = isControl === "0" && (now - Number(activity)) * 1_000 <= attendedMs;
    return isUsed ? [{ window, front: isZoomed === "1" ? front : null }] : [];
  });
  return {
    isSomebodyThere: used.length > 0,
    see: ({ window_id, pane_id }) =>
      used.some(({ window, front }) => window === window_id && (front === null || front === pane_id)),
  };
}

/** Whether a person sees the pane: in a tab of the dashboard, or in a terminal. */
export async function isWatched(
  { identity }: { identity: PaneIdentity },
  deps: WatchedDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const { target, pane_id } = identity;
  return deps.isAttended(target, pane_id) || (await watchersOf(target, deps, signal)).see(identity);
}

/** Whether a person uses the dashboard here, or a terminal of one of these targets. */
export async function isSomebodyHere(
  targets: readonly string[],
  deps: WatchedDeps,
  signal: AbortSignal,
): Promise<boolean> {
  if (deps.isAnyAttended()) return true;
  const watchers = await Promise.all(targets.map((target) => watchersOf(target, deps, signal)));
  return watchers.some(({ isSomebodyThere }) => isSomebodyThere);
}

async function linesOf(control: Pick<TmuxControl, "runList"> | null, signal: AbortSignal): Promise<string[]> {
  if (control === null) return [];
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
  const late = new Promise<never[]>((resolve) => ends.addEventListener("abort", () => resolve([]), { once: true }));
  const replies = await Promise.race([control.runList(COMMANDS).catch(() => []), late]);
  return replies.every(({ ok }) => ok) ? replies.flatMap(({ lines }) => lines) : [];
}
