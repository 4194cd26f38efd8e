import type { PaneItem } from "../../core/protocol/lists.ts";
import type { Clock } from "../clock.ts";
import type { ChannelDeps } from "./channel.ts";

export interface WatchedDeps {
  runTmux: ChannelDeps["runTmux"];
  /** A terminal of the dashboard shows it. */
  isShown(target: string, paneId: string): boolean;
  /** Added to the target's clock to get ours. */
  clockOffset(target: string): number;
  clock: Clock;
}

/** Who has not touched a key for so long may have gone. */
const ATTENDED_MS = 60_000;
const FORMAT = "#{client_control_mode} #{client_activity} #{window_id} #{window_zoomed_flag} #{pane_id}";

/** Whether a person has it before their eyes: in a terminal of the dashboard, or in a tmux client in which somebody just typed. */
export async function isWatched(item: PaneItem, deps: WatchedDeps, signal: AbortSignal): Promise<boolean> {
  const { target, pane_id, window_id } = item.identity;
  if (deps.isShown(target, pane_id)) return true;
  // a machine that does not answer shows nothing to anybody
  const listed = await deps.runTmux(target, ["list-clients", "-F", FORMAT], signal).catch(() => "");
  const now = deps.clock.now() - deps.clockOffset(target);
  return listed.split("\n").some((line) => {
    const [control, activity, window, zoomed, front] = line.trim().split(" ");
    const isInSight = window === window_id && (zoomed !== "1" || front === pane_id);
    return control === "0" && isInSight && now - Number(activity) * 1_000 <= ATTENDED_MS;
  });
}
