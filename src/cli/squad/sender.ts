import { execFileSync } from "node:child_process";
import { Fault } from "../../core/protocol/base/fault.ts";
import { SquadSessionId } from "../../core/protocol/squad/squad.ts";
import { type CurrentPane, paneIfAny } from "../common/tmux-pane.ts";
import { recall } from "./memory.ts";

/** The sender of a signal, as far as it is known here. */
export interface Sender {
  sessionId: string | null;
  pane: CurrentPane | null;
  tmuxSession: string | null;
  /** Keys under which the sender is remembered, by session and by pane. */
  keys: { session: string | null; pane: string | null };
}

const ENVIRONMENT = ["SQUAD_SESSION_ID", "CLAUDE_SESSION_ID", "CLAUDE_CODE_SESSION_ID"];
const TMUX_MS = 2_000;

/** `said` is the payload's session id. */
export function findSender(home: string, said: string | null): Sender {
  const pane = paneIfAny();
  const asked = pane === null ? null : askTmux(pane);
  const paneKey = pane && asked ? `pane-${pane.serverPid}-${asked.serverStart}-${pane.id.slice(1)}` : null;
  const sessionId = said ?? ofEnvironment() ?? ofLastStart(home, paneKey) ?? ofRegistration();
  if (sessionId === null && asked === null)
    throw new Fault(
      "E_NOT_IN_TMUX",
      `nobody could tell whose signal this is: it names no sessionId, none of ${ENVIRONMENT.join(", ")} is set, and ${
        pane === null ? "this is not a tmux pane" : "tmux does not answer"
      }. Nothing was sent`,
    );
  return {
    sessionId,
    pane,
    tmuxSession: asked?.session ?? null,
    keys: { session: sessionId === null ? null : `session-${sessionId}`, pane: paneKey },
  };
}

/** Validated, because the session id becomes part of a file name. */
function ofEnvironment(): string | null {
  const name = ENVIRONMENT.find((each) => process.env[each]);
  if (name === undefined) return null;
  const parsed = SquadSessionId.safeParse(process.env[name]);
  if (parsed.success) return parsed.data;
  throw new Fault(
    "E_INVALID_INPUT",
    `${name} is ${JSON.stringify(process.env[name])}, which is not a session id: ${parsed.error.issues[0]?.message}. Nothing was sent`,
  );
}

function ofLastStart(home: string, paneKey: string | null): string | null {
  return paneKey === null ? null : (recall(home, paneKey)?.session_id ?? null);
}

/** Our own id, not the agent's: it is the last choice, and ignored if it cannot be part of a file name. */
function ofRegistration(): string | null {
  return SquadSessionId.safeParse(process.env.SCHMUX_SESSION_ID).data ?? null;
}

/** Pids recur after a reboot, and pane ids in every tmux server: the server's start time distinguishes them. */
function askTmux(pane: CurrentPane): { serverStart: string; session: string } | null {
  const socket = pane.tmux.split(",").slice(0, -2).join(",");
  // without -u, characters outside the locale are missing from the name
  const words = ["-u", "-S", socket, "display-message", "-p", "-t", pane.id, "#{start_time} #{session_name}"];
  try {
    const said = execFileSync("tmux", words, {
      timeout: TMUX_MS,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [, serverStart, session] = /^(\d+) (.+)\n$/.exec(said) ?? [];
    return serverStart && session ? { serverStart, session } : null;
  } catch {
    return null;
  }
}
