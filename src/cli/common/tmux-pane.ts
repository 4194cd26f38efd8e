import { Fault } from "../../core/protocol/base/fault.ts";

export interface CurrentPane {
  id: string;
  /** `$TMUX`: socket path, server pid, session. */
  tmux: string;
  serverPid: number;
}

/** Returns the pane that this command runs in. */
export function currentPane(): CurrentPane {
  const pane = paneIfAny();
  if (pane === null)
    throw new Fault("E_NOT_IN_TMUX", "this command wants to run inside a tmux pane (TMUX and TMUX_PANE are not set)");
  return pane;
}

export function paneIfAny(): CurrentPane | null {
  const { TMUX, TMUX_PANE } = process.env;
  const serverPid = Number(TMUX?.split(",").at(-2));
  if (!TMUX || !TMUX_PANE || !/^%\d+$/.test(TMUX_PANE) || !Number.isInteger(serverPid)) return null;
  return { id: TMUX_PANE, tmux: TMUX, serverPid };
}
