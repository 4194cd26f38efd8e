import type { DoingRecord } from "../../core/doing/doing-record.ts";
import { readChanges } from "../../core/doing/read-changes.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { SAFE_GIT } from "../../core/provision/safe-git.ts";
import { quoted } from "../../core/provision/shell-words.ts";
import gitChanges from "../../remote/git-changes.sh";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { FleetChange } from "../publish/fleet.ts";
import type { Machine } from "../targets/machine/machine.ts";

export interface GitChangesDeps {
  target: string;
  machine: Pick<Machine, "runScript" | "carrier">;
  /** As shown to people. */
  panes(): readonly PaneItem[];
  /** Stores and shows the changes where the agent in that pane works. */
  learn(item: PaneItem, changes: DoingRecord["changes"]): void;
  /** Looked at a directory; the next one waits until this is done. */
  onLooked?(directory: string): Promise<void>;
  clock: Clock;
  log: Log;
  after(ms: number, then: () => void): () => void;
}

/** If counting takes longer, the repository is too large or its disk hangs. */
const PATIENCE_MS = 5_000;
/** A repository that took too long is not looked at again for this time. */
const REST_MS = 600_000;
/** Between two looks: tools end in bursts. */
const PAUSE_MS = 1_000;
/** Where each look needs another login. */
const COSTLY_PAUSE_MS = 60_000;

/**
 * Counts what is not committed where agents work, one directory at a time: after a turn or a tool of theirs has ended,
 * and when somebody turns to them.
 */
export class GitChanges {
  private readonly deps: GitChangesDeps;
  /** By pane: what the agent was doing, and where. */
  private readonly before = new Map<string, Work>();
  private readonly due = new Set<string>();
  private readonly restingUntil = new Map<string, number>();
  private isLooking = false;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private cancel = () => {};

  constructor(deps: GitChangesDeps) {
    this.deps = deps;
  }

  /** Panes have changed: looks where an agent may have changed files. */
  follow({ changed, removed }: FleetChange): void {
    const isHere = ({ target }: PaneItem["identity"]) => target === this.deps.target;
    for (const identity of removed) if (isHere(identity)) this.before.delete(identity.pane_id);
    for (const item of changed) if (isHere(item.identity)) this.note(item);
    this.lookSoon();
  }

  /** Somebody turns to these panes: a person may have edited or committed files there, which nothing reports. */
  lookAgain(paneIds: ReadonlySet<string>): void {
    for (const item of this.deps.panes()) {
      const work = paneIds.has(item.identity.pane_id) ? workOf(item) : null;
      if (work !== null) this.due.add(work.directory);
    }
    this.lookSoon();
  }

  stop(): void {
    this.cancel();
    this.due.clear();
  }

  private note(item: PaneItem): void {
    const { pane_id } = item.identity;
    const now = workOf(item);
    const was = this.before.get(pane_id);
    if (now === null) this.before.delete(pane_id);
    else this.before.set(pane_id, now);
    if (now !== null && mayDiffer(was, now)) this.due.add(now.directory);
  }

  private lookSoon(): void {
    this.cancel();
    if (this.due.size === 0 || this.isLooking) return;
    const { clock, machine, after } = this.deps;
    const pauseMs = machine.carrier === "window" ? COSTLY_PAUSE_MS : PAUSE_MS;
    const waitMs = Math.max(0, this.lookedAt + pauseMs - clock.now());
    this.cancel = after(waitMs, () => void this.look());
  }

  private async look(): Promise<void> {
    const { clock, log } = this.deps;
    const [directory] = this.due;
    if (directory === undefined || this.isLooking) return;
    this.due.delete(directory);
    this.isLooking = true;
    this.lookedAt = clock.now();
    try {
      if ((this.restingUntil.get(directory) ?? 0) <= clock.now()) await this.count(directory);
    } catch (error) {
      this.restingUntil.set(directory, clock.now() + REST_MS);
      this.report(directory, null);
      log.debug({ directory, err: String(error) }, "changes not counted");
    } finally {
      this.isLooking = false;
      this.lookSoon();
    }
  }

  private async count(directory: string): Promise<void> {
    const { machine, clock } = this.deps;
    this.restingUntil.delete(directory);
    const script = `set -- ${quoted(directory)}\n${SAFE_GIT}${gitChanges}`;
    const { stdout } = await machine.runScript(script, { timeoutMs: PATIENCE_MS });
    const counted = readChanges(stdout);
    const told = { source: "git" as const, from: "diff", at: clock.now(), directory };
    this.report(directory, counted && { ...counted, ...told });
    await this.deps.onLooked?.(directory);
  }

  /** Reports the changes for each agent that works there, if they are news. */
  private report(directory: string, changes: DoingRecord["changes"]): void {
    for (const item of this.deps.panes()) {
      if (workOf(item)?.directory !== directory) continue;
      const shown = item.doing?.changes ?? null;
      const isKnown = COUNTS.every((count) => shown?.[count] === changes?.[count]);
      if (!isKnown) this.deps.learn(item, changes);
    }
  }
}

const COUNTS = ["files", "added", "removed", "untracked"] as const;

interface Work {
  directory: string;
  isBusy: boolean;
  /** When the tool that runs now was begun. */
  toolAt: number | null;
}

function workOf({ doing, state }: PaneItem): Work | null {
  const directory = doing?.directory?.path ?? "";
  if (!directory.startsWith("/") || /\p{Cc}/u.test(directory)) return null;
  return { directory, isBusy: phaseOf(state) === "busy", toolAt: doing?.tool?.at ?? null };
}

/** A turn or a tool has ended, or the agent is new there. */
function mayDiffer(was: Work | undefined, now: Work): boolean {
  if (was === undefined || was.directory !== now.directory) return true;
  return (was.isBusy && !now.isBusy) || (was.toolAt !== null && was.toolAt !== now.toolAt);
}
