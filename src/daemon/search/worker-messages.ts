import type { Hits, Wanted } from "./find-hits.ts";
import type { AgentFile } from "./index-file.ts";

/** The settings and paths that the worker gets at its start. */
export interface WorkerStart {
  database: string;
  ownHome: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  exclude: readonly string[];
  keepMs: number;
  mostBytes: number;
}

export type WorkerTask =
  | { type: "search"; wanted: Wanted; live: AgentFile[] }
  | { type: "scan"; told: AgentFile[] }
  | { type: "locate"; name: string }
  | { type: "close" };

export interface Found extends Hits {
  unread: number;
  index: { conversations: number; bytes: number; oldest: number | null };
}

/** The answer of each task. */
export interface WorkerAnswers {
  search: Found;
  scan: null;
  /** Null if there is no such conversation. */
  locate: AgentFile | null;
  close: null;
}

export interface WorkerRequest {
  serial: number;
  task: WorkerTask;
}

export type WorkerReply = { serial: number } & (
  | { ok: true; answer: WorkerAnswers[WorkerTask["type"]] }
  | { ok: false; fault: string }
);
