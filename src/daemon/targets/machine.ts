import { z } from "zod";
import type { ProcessFacts } from "../../core/agents/process-facts.ts";
import type { Fault } from "../../core/protocol/fault.ts";
import type { SquadSignal } from "../../core/protocol/squad.ts";
import type { Ran, RunningProgram, RunOptions } from "./executor.ts";
import type { Notification, TmuxControl } from "./tmux-control.ts";
import type { TmuxDoor } from "./tmux-door.ts";

/** What is known of a machine once it has answered. */
export interface MachineFacts {
  /** Changes with every boot. */
  boot: string;
  tmuxVersion: string;
  /** Where tmux is there. */
  tmux?: string;
  /** The home of the user we are there. */
  userHome?: string;
}

/** A machine on which tmux servers run: this one, or one over ssh. Several targets may share it. */
export interface Machine {
  /** It answers, and something there keeps signals from coming; absent where nothing could. */
  readonly impairment?: Fault | null;
  /** How words in files get here; null until that is known. */
  readonly carrier: "local" | "channel" | "window" | null;
  /** As of when it last answered. */
  readonly facts: MachineFacts | null;
  readonly spool: SpoolReader;
  readonly files: FileWatch;
  readonly lines: LineFollow;
  /** Where squad signals lie as files; absent where they cannot be watched. */
  readonly signals?: SignalFiles;

  /** Resolves when programs can run there; many calls are one attempt. Rejects with a Fault that a person understands. */
  connect(signal: AbortSignal): Promise<MachineFacts>;
  runTmux(args: readonly string[], options?: RunOptions): Promise<Ran>;
  startTmux(args: readonly string[]): RunningProgram;
  /** By which our clients enter and leave one of its tmux servers. */
  door(socketName: string): TmuxDoor;
  /** A script for sh, to its end; `$tmux` is the tmux there and `$home` our own directory. */
  runScript(script: string, options?: Omit<RunOptions, "input">): Promise<Ran>;
  /** These processes and all under them. */
  processes(roots: readonly number[]): Promise<ProcessFacts[]>;
  /** Added to the machine's clock to get ours. */
  clockOffset(): number;

  /** A connection to one of its tmux servers, for a machine that has no other way to us. */
  lend(control: TmuxControl): Promise<void>;
  /** What a connection said. */
  heed(notification: Notification, control: TmuxControl): void;
  /** That connection is about to be closed: what of ours runs through it ends first. */
  reclaim(control: TmuxControl): Promise<void>;

  close(): Promise<void>;
}

/** An entry of the spool, as it was read where it lies. */
export interface SpoolFile {
  name: string;
  /** Milliseconds on the machine's own clock. */
  time: number;
  /** The same whenever this entry is read again. */
  key: string;
  content: { ok: true; bytes: Uint8Array } | { ok: false; fault: string };
}

export interface Taken {
  accepted: string[];
  rejected: { name: string; fault: string }[];
}

/** Finds what hooks have dropped. What was taken is removed where it lies, what was rejected is kept aside there. */
export interface SpoolReader {
  /** `take` returns null for what could not be stored: it is offered again later. */
  start(take: (files: SpoolFile[]) => Taken | null): void;
  /** Looks again, for whatever no event told. */
  scan(): void;
  stop(): void;
}

/** A whole file at one moment; the words and their date belong together. */
export interface FileLook {
  text: string;
  /** Milliseconds on the machine's own clock. */
  time: number;
  /** The date as exact as the machine tells it: another write has another one. */
  stamp: string;
}

/** Small files that are told whole, at once and at every change. Links are not followed. */
export interface FileWatch {
  watch(path: string, onLook: (look: FileLook) => void): void;
  unwatch(path: string): void;
  scan(): void;
  stop(): void;
}

/** A file that holds a squad signal, by its name in the signal directory. */
export interface SignalFile extends Omit<FileLook, "stamp"> {
  name: string;
}

/** The directory of squad signals. Only plain files of our own are told; links are not followed. */
export interface SignalFiles {
  /** Each file at once and at every change. `take` returns false for what is to be told again at the next scan. */
  start(take: (file: SignalFile) => boolean): void;
  scan(): void;
  stop(): void;
  /** Written under their sessions, by which whoever sent them could not. */
  keep(signals: readonly SquadSignal[]): void;
  /** Removed, if they are there and ours. */
  remove(names: readonly string[]): void;
}

/** Where the reading of a file that only grows has come to. */
export const LinePosition = z.object({
  /** Which file it is: another one under the same name has another identity. */
  file: z.string(),
  /** Bytes of it that were read, up to the end of a whole line. */
  offset: z.number(),
});
export type LinePosition = z.infer<typeof LinePosition>;

/** A whole line, without its end. */
export interface FollowedLine {
  text: string;
  /** Where it begins, and in which file: together the same whenever it is read again. */
  at: LinePosition;
}

/** What is appended to files that only grow, told in whole lines, each once. Links are not followed. */
export interface LineFollow {
  /**
   * From that position on; null begins near the end of what is there already. A file that was replaced or cut short begins anew.
   * `take` returns false for what could not be stored: it is told again at the next scan or change. It may be given no line
   * at all: then only the position has moved, past a line that is too long or to the beginning of a new file.
   */
  follow(path: string, from: LinePosition | null, take: (lines: FollowedLine[], next: LinePosition) => boolean): void;
  unfollow(path: string): void;
  /** Looks again, for whatever no event told. */
  scan(): void;
  stop(): void;
}
