import type { Hits, Wanted } from "./find-hits.ts";
import type { AgentFile } from "./index-file.ts";
import type { NewLines } from "./read-new-lines.ts";
import type { KnownConversation } from "./search-index.ts";

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
  /** `targets`: those over ssh; conversations of others leave the index. */
  | { type: "scan"; told: AgentFile[]; targets: string[] }
  /** How far a file over ssh was read; which are known; lines that were read of one; and that it is gone. */
  | { type: "place"; file: AgentFile }
  | { type: "known"; target: string }
  | { type: "add"; file: AgentFile; read: NewLines }
  | { type: "forget"; file: AgentFile }
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
  place: KnownConversation | null;
  /** All conversations of the target that are in the index. */
  known: KnownConversation[];
  /** There is more to read. */
  add: boolean;
  forget: null;
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
