import type { Socket } from "node:net";
import { z } from "zod";
import type { ProcessFacts } from "../../../core/adapter/process-facts.ts";
import type { Fault } from "../../../core/protocol/base/fault.ts";
import type { SquadSignal } from "../../../core/protocol/squad/squad.ts";
import type { Ran, RunningProgram, RunOptions } from "../executor/executor.ts";
import type { Notification, TmuxControl } from "../tmux/tmux-control.ts";
import type { PipeMaker } from "./pipe-maker.ts";
import type { SharedFiles } from "./shared-files.ts";

/** Facts about a machine, known once it is connected. */
export interface MachineFacts {
  /** Boot id: changes with every boot. */
  boot: string;
  tmuxVersion: string;
  /** Path of tmux on that machine. */
  tmux?: string;
  /** Home directory of our user there. */
  userHome?: string;
}

/** A machine on which tmux servers run: this one, or one over ssh. Several targets may share it. */
export interface Machine {
  /** Set while the machine is connected but cannot deliver signals; absent where that cannot happen. */
  readonly impairment?: Fault | null;
  /** How file contents reach us; null until that is known. */
  readonly carrier: "local" | "channel" | "window" | null;
  /** As of the last connection. */
  readonly facts: MachineFacts | null;
  readonly spool: SpoolReader;
  readonly files: FileWatch;
  /** The same files, for those that several of its targets watch. */
  readonly sharedFiles: SharedFiles;
  readonly lines: LineFollow;
  /** The directory of squad signals; absent where it cannot be watched. */
  readonly signals?: SignalFiles;

  /**
   * Resolves when programs can run there; concurrent calls share one attempt. Rejects with a Fault for people to read.
   */
  connect(signal: AbortSignal): Promise<MachineFacts>;
  runTmux(args: readonly string[], options?: RunOptions): Promise<Ran>;
  startTmux(args: readonly string[]): RunningProgram;
  /** Creates the pipes that carry the pane output of one of its tmux servers. */
  pipes(): PipeMaker;
  /** Runs an sh script to its end; `$tmux` is the tmux there, `$home` our own directory. */
  runScript(script: string, options?: Omit<RunOptions, "input">): Promise<Ran>;
  /** Connects to a unix socket there; null where that is not possible. */
  openSocket(path: string): Promise<Socket | null>;
  /** These processes and all their descendants. */
  processes(roots: readonly number[]): Promise<ProcessFacts[]>;
  /** Which of these processes a signal has stopped. Called every few seconds, so far cheaper than `processes`. */
  stopped(pids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Milliseconds to add to the machine's clock to get ours. */
  clockOffset(): number;

  /** Gives the machine a tmux connection to use where it has no other channel to us. */
  attachControl(control: TmuxControl): Promise<void>;
  /** Passes on a notification from a connection. */
  handle(notification: Notification, control: TmuxControl): void;
  /** Called before that connection is closed: ends what we run through it. */
  detachControl(control: TmuxControl): Promise<void>;

  close(): Promise<void>;
}

/** A spool entry as read from its directory. */
export interface SpoolFile {
  name: string;
  /** Milliseconds on the machine's own clock. */
  time: number;
  /** Idempotency key: the same whenever this entry is read again. */
  key: string;
  content: { ok: true; bytes: Uint8Array } | { ok: false; fault: string };
}

export interface Taken {
  accepted: string[];
  rejected: { name: string; fault: string }[];
}

/** Reads entries that hooks have written. Accepted entries are deleted, rejected ones moved aside. */
export interface SpoolReader {
  /** `take` returns null for entries that could not be stored; they are delivered again later. */
  start(take: (files: SpoolFile[]) => Taken | null): void;
  /** Scans again, for changes that no file event reported. */
  scan(): void;
  stop(): void;
}

/** A file's whole content at one moment, with the modification time that belongs to it. */
export interface FileLook {
  text: string;
  /** Milliseconds on the machine's own clock. */
  time: number;
  /** Modification time as exact as the machine has it: another write has another one. */
  stamp: string;
}

/** Watches small files and delivers their whole content, at once and at every change. Does not follow links. */
export interface FileWatch {
  watch(path: string, onLook: (look: FileLook) => void): void;
  unwatch(path: string): void;
  scan(): void;
  stop(): void;
}

/** A file with a squad signal; `name` is relative to the signal directory. */
export interface SignalFile extends Omit<FileLook, "stamp"> {
  name: string;
}

/** The directory of squad signals. Delivers only plain files that we own; links are not followed. */
export interface SignalFiles {
  /** Delivers each file at once and at every change. After false from `take` it is delivered again at the next scan. */
  start(take: (file: SignalFile) => boolean): void;
  scan(): void;
  stop(): void;
  /** Writes signals under their session, which the sender did not know. */
  keep(signals: readonly SquadSignal[]): void;
  /** Removes these files if they exist, are ours and name no other tmux server. */
  remove(names: readonly string[], serverPid: number | null): void;
}

/** How far a file that only grows has been read. */
export const LinePosition = z.object({
  /** Identity of the file: another file under the same name has another one. */
  file: z.string(),
  /** Bytes read, up to the end of a whole line. */
  offset: z.number(),
});
export type LinePosition = z.infer<typeof LinePosition>;

/** A whole line, without its line break. */
export interface FollowedLine {
  text: string;
  /** File and offset where the line begins: the same whenever it is read again. */
  at: LinePosition;
}

/** Delivers what is appended to growing files, as whole lines, each once. Does not follow links. */
export interface LineFollow {
  /**
   * Starts at that position; null starts near the end of the existing content. A file that was replaced or truncated
   * starts anew. `take` returns false for lines that could not be stored; they are delivered again at the next scan or
   * change. An empty list means that only the position has moved, past an overlong line or to the start of a new file.
   */
  follow(path: string, from: LinePosition | null, take: (lines: FollowedLine[], next: LinePosition) => boolean): void;
  unfollow(path: string): void;
  /** Scans again, for changes that no file event reported. */
  scan(): void;
  stop(): void;
}
