import { execFileSync } from "node:child_process";
import { Fault } from "../../core/protocol/fault.ts";
import { SquadSessionId } from "../../core/protocol/squad.ts";
import { type CurrentPane, paneIfAny } from "../tmux-pane.ts";
import { recall } from "./memory.ts";

/** Who sends a signal, as far as that can be known from here. */
export interface Sender {
  sessionId: string | null;
  pane: CurrentPane | null;
  tmuxSession: string | null;
  /** Under which names the sender is remembered: the session first, then the pane. */
  keys: { session: string | null; pane: string | null };
}

const ENVIRONMENT = ["SQUAD_SESSION_ID", "CLAUDE_SESSION_ID", "CLAUDE_CODE_SESSION_ID"];
const TMUX_MS = 2_000;

/** `said` is the session id of the payload. */
export function findSender(home: string, said: string | null): Sender {
  const pane = paneIfAny();
  const asked = pane === null ? null : askTmux(pane);
  const paneKey = pane && asked ? `pane-${pane.serverPid}-${asked.serverStart}-${pane.id.slice(1)}` : null;
  const sessionId = said ?? ofEnvironment() ?? ofLastStart(home, paneKey) ?? ofRegistration();
  if (sessionId === null && asked === null)
    throw new Fault(
      "E_NOT_IN_TMUX",
      `nobody could tell whose signal this is: it names no sessionId, none of ${ENVIRONMENT.join(", ")} is set, and ${
        pane === null ? "this is no tmux pane" : "tmux does not answer"
      }. Nothing was sent`,
    );
  return {
    sessionId,
    pane,
    tmuxSession: asked?.session ?? null,
    keys: { session: sessionId === null ? null : `session-${sessionId}`, pane: paneKey },
  };
}

/** The session id is part of a file's name, whoever has set it. */
function ofEnvironment(): string | null {
  const name = ENVIRONMENT.find((each) => process.env[each]);
  if (name === undefined) return null;
  const parsed = SquadSessionId.safeParse(process.env[name]);
  if (parsed.success) return parsed.data;
  throw new Fault(
    "E_INVALID_INPUT",
    `${name} is ${JSON.stringify(process.env[name])}, which is no session id: ${parsed.error.issues[0]?.message}. Nothing was sent`,
  );
}

function ofLastStart(home: string, paneKey: string | null): string | null {
  return paneKey === null ? null : (recall(home, paneKey)?.session_id ?? null);
}

/** Ours, and not the agent's: it comes last, and counts only where it can be a file's name. */
function ofRegistration(): string | null {
  return SquadSessionId.safeParse(process.env.SCHMUX_SESSION_ID).data ?? null;
}

/** Pids come back after a reboot, and pane ids with every tmux server: its start tells one from the other. */
function askTmux(pane: CurrentPane): { serverStart: string; session: string } | null {
  const socket = pane.tmux.split(",").slice(0, -2).join(",");
  // -u, or the name comes without what the locale does not have
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
