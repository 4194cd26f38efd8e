import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { SquadSignal, SquadType } from "../../core/protocol/squad/squad.ts";
import { filesOfSession, filesOfTmuxSession } from "../../core/signals/squad/file-names.ts";
import { SSE_STATES } from "../../core/signals/squad/sse-state.ts";
import type { Context } from "../common/context.ts";
import { dropIntoSpool } from "../common/spool.ts";
import { forgetOld, recall, remember } from "./memory.ts";
import type { Sender } from "./sender.ts";
import { signalDirectory } from "./signal-directory.ts";
import { withSquadLock } from "./squad-lock.ts";
import { writeSignalFiles } from "./write-files.ts";

/**
 * Writes the files, then the spool, even if a file could not be written: a foreign file in its place must not keep a
 * signal from the daemon. Works while the daemon is down.
 */
export function sendSignal(type: SquadType, data: Record<string, unknown>, sender: Sender, context: Context): void {
  const files = [
    ...(sender.sessionId === null ? [] : [filesOfSession(sender.sessionId)]),
    ...(sender.tmuxSession === null ? [] : [filesOfTmuxSession(sender.tmuxSession)]),
  ];
  const { signal, unwritten } = withSquadLock(context.home, () => {
    const signal: SquadSignal = {
      type,
      signal_id: randomUUID(),
      session_id: sender.sessionId,
      tmux_session: sender.tmuxSession,
      ...(sender.pane !== null && sender.tmuxSession !== null && { tmux_server_pid: sender.pane.serverPid }),
      timestamp: new Date().toISOString(),
      sseState: SSE_STATES[type],
      data,
    };
    const unwritten = faultOf(() => writeSignalFiles(signalDirectory(), files, signal));
    drop(signal, sender, context.home);
    rememberSender(type, data, sender, context.home);
    return { signal, unwritten };
  });
  context.out(`sent ${type} ${signal.signal_id}`);
  if (!existsSync(context.socketPath))
    context.note("agtmux: the daemon is not running; the signal is kept and counts when it starts");
  if (unwritten !== null) throw unwritten;
}

function faultOf(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (fault) {
    return fault;
  }
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

/** `starting` also sets the session of the pane; every signal sets the current task. */
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
