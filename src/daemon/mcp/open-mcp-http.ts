import type { HttpSessions } from "../../mcp/http-sessions.ts";

export type OpenHttpSessions = (version: string, now: () => number) => HttpSessions;

/** The sessions over HTTP; their library is loaded with the first request. */
export function openMcpHttp(load: (() => OpenHttpSessions) | undefined, version: string, now: () => number) {
  let sessions: HttpSessions | null = null;
  return (): HttpSessions | null => {
    sessions ??= load?.()(version, now) ?? null;
    return sessions;
  };
}
