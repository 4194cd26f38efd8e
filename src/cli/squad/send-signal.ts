import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { Fault } from "../../core/protocol/fault.ts";
import type { SquadSignal, SquadType } from "../../core/protocol/squad.ts";
import { filesOfSession, filesOfTmuxSession } from "../../core/signals/squad/file-names.ts";
import type { Context } from "../context.ts";
import { dropIntoSpool } from "../spool.ts";
import { forgetOld, recall, remember } from "./memory.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { Sender } from "./sender.ts";
import { signalDirectory } from "./signal-directory.ts";
import { writeSignalFiles } from "./write-files.ts";

/** Files first: a signal that has no files reaches nobody. Works while the daemon is down. */
export function sendSignal(type: SquadType, data: Record<string, unknown>, sender: Sender, context: Context): void {
  const directory = signalDirectory();
  const files = [
    ...(sender.sessionId === null ? [] : [filesOfSession(sender.sessionId)]),
    ...(sender.tmuxSession === null ? [] : [filesOfTmuxSession(sender.tmuxSession)]),
  ];
  const signal = oneAtATime(context.home, () => {
    const signal: SquadSignal = {
      type,
      signal_id: randomUUID(),
      session_id: sender.sessionId,
      tmux_session: sender.tmuxSession,
      timestamp: new Date().toISOString(),
      data,
    };
    writeSignalFiles(directory, files, signal);
    drop(signal, sender, context.home);
    rememberSender(type, data, sender, context.home);
    return signal;
  });
  context.out(`sent ${type} ${signal.signal_id}`);
  if (!existsSync(context.socketPath))
    context.note("agtmux: the daemon is not running; the signal is kept and counts when it starts");
}

function drop(signal: SquadSignal, { pane }: Sender, home: string): void {
  dropIntoSpool(home, {
    agent: "squad",
    event: signal.type,
    pane: pane?.id ?? null,
    tmux: pane?.tmux ?? null,
    pid: process.ppid,
    start: null,
    session: process.env.SCHMUX_SESSION_ID ?? null,
    payload: JSON.stringify(signal),
  });
}

/** A `starting` says whose pane it is from now on; any signal, which task is in hand. */
function rememberSender(
  type: SquadType,
  data: Record<string, unknown>,
  { sessionId, keys }: Sender,
  home: string,
): void {
  const starts = type === "starting";
  const said = typeof data.taskId === "string" ? data.taskId : null;
  try {
    for (const key of [keys.session, keys.pane]) {
      if (key === null) continue;
      const before = starts ? null : recall(home, key);
      const session_id = starts || key === keys.session ? sessionId : (before?.session_id ?? null);
      remember(home, key, { session_id, task_id: said ?? before?.task_id ?? null });
    }
    if (starts) forgetOld(home);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Fault(
      "E_HOME_UNUSABLE",
      `the signal was sent, and its sender cannot be remembered: ${why}`,
      { home },
      cause,
    );
  }
}
