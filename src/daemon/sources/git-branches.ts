import type { DoingRecord } from "../../core/doing/doing-record.ts";
import { readHead } from "../../core/doing/read-head.ts";
import type { ToldBranch } from "../../core/protocol/lists/doing.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { quoted } from "../../core/provision/shell-words.ts";
import gitHeads from "../../remote/git-heads.sh";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { FileLook, Machine } from "../targets/machine/machine.ts";

export interface GitBranchesDeps {
  machine: Pick<Machine, "sharedFiles" | "runScript" | "carrier" | "clockOffset">;
  /** As shown to people. */
  panes(): readonly PaneItem[];
  /** Stores and shows the branch of the agent in that pane. */
  learn(item: PaneItem, branch: DoingRecord["branch"]): void;
  clock: Clock;
  log: Log;
}

/** A repository may appear or go: if its agent has done something since, a directory is looked at again after this time. */
const AGAIN_MS = 60_000;
const PATIENCE_MS = 20_000;
/** Between two scripts. */
const LEAST_PAUSE_MS = 1_000;
/** A command line has its limits. */
const MOST_AT_ONCE = 200;

interface Place {
  /** The file that names what is checked out; null outside of repositories, undefined until that is known. */
  head: string | null | undefined;
  lookedAt: number;
}

/** A HEAD file that is watched. */
interface Head {
  /** The branch or commit that it names; undefined until it is read. */
  told: Pick<ToldBranch, "name" | "commit" | "at"> | null | undefined;
  hear(look: FileLook): void;
}

interface Working {
  directory: string;
  item: PaneItem;
}

/** Follows the branches of agents' directories. One script finds the repositories; their HEAD files are then watched. */
export class GitBranches {
  private readonly deps: GitBranchesDeps;
  private readonly places = new Map<string, Place>();
  private readonly heads = new Map<string, Head>();
  private isFinding = false;
  private foundAt = Number.NEGATIVE_INFINITY;

  constructor(deps: GitBranchesDeps) {
    this.deps = deps;
  }

  /** Agents have come, gone or moved. */
  observe(): void {
    const working = this.working();
    const directories = new Set(working.map(({ directory }) => directory));
    for (const directory of this.places.keys()) if (!directories.has(directory)) this.places.delete(directory);
    this.unwatchUnused();
    for (const each of working) this.report(each);
    void this.find([...directories].filter((directory) => !this.places.has(directory)));
  }

  /** Looks again where repositories may have come or gone, and where a look has failed. */
  retry(): void {
    const { clock } = this.deps;
    const due = this.working().filter(({ directory, item }) => {
      const place = this.places.get(directory);
      if (place === undefined) return true;
      const mayDiffer = place.head === undefined || (!this.isCostly && item.updated_at > place.lookedAt);
      return mayDiffer && clock.now() - place.lookedAt >= AGAIN_MS;
    });
    void this.find([...new Set(due.map(({ directory }) => directory))]);
  }

  stop(): void {
    this.places.clear();
    this.unwatchUnused();
  }

  /** Whether a script needs another login, since the machine takes one channel only. */
  private get isCostly(): boolean {
    return this.deps.machine.carrier === "window";
  }

  private working(): Working[] {
    return this.deps.panes().flatMap((item) => {
      const directory = item.doing?.directory?.path ?? "";
      return directory.startsWith("/") && !/\p{Cc}/u.test(directory) ? [{ directory, item }] : [];
    });
  }

  private async find(directories: readonly string[]): Promise<void> {
    const asked = directories.slice(0, MOST_AT_ONCE);
    const { machine, clock, log } = this.deps;
    const pauseMs = this.isCostly ? AGAIN_MS : LEAST_PAUSE_MS;
    // what has to wait is found at a later retry
    if (asked.length === 0 || this.isFinding || clock.now() - this.foundAt < pauseMs) return;
    this.isFinding = true;
    this.foundAt = clock.now();
    // noted before the script runs, so that a failed look is not repeated sooner than any other
    for (const directory of asked)
      this.places.set(directory, { head: this.places.get(directory)?.head, lookedAt: clock.now() });
    try {
      const words = asked.map(quoted).join(" ");
      const { stdout } = await machine.runScript(`set -- ${words}\n${gitHeads}`, { timeoutMs: PATIENCE_MS });
      // only a line feed ends a line: a path may have what else does so to a pattern
      for (const line of stdout.split("\n")) {
        const [, number, path = "-"] = /^git-head (\d+) ([\s\S]+)$/.exec(line) ?? [];
        this.found(asked[Number(number) - 1] ?? "", path === "-" ? null : path);
      }
    } catch (error) {
      log.debug({ err: String(error) }, "repositories not found");
    } finally {
      this.isFinding = false;
    }
    this.unwatchUnused();
  }

  private found(directory: string, head: string | null): void {
    const place = this.places.get(directory);
    if (place === undefined) return;
    place.head = head;
    if (head !== null && !this.heads.has(head)) {
      const hear = (look: FileLook) => this.read(head, look);
      this.heads.set(head, { told: undefined, hear });
      this.deps.machine.sharedFiles.watch(head, hear);
    }
    for (const each of this.working()) if (each.directory === directory) this.report(each);
  }

  private read(head: string, look: FileLook): void {
    const watched = this.heads.get(head);
    if (watched === undefined) return;
    const said = readHead(look.text);
    watched.told = said && { ...said, at: look.time + this.deps.machine.clockOffset() };
    for (const each of this.working()) if (this.places.get(each.directory)?.head === head) this.report(each);
  }

  /** Tells what is checked out there, if that is news. */
  private report({ directory, item }: Working): void {
    const head = this.places.get(directory)?.head;
    if (head === undefined) return;
    const told = head === null ? null : this.heads.get(head)?.told;
    if (told === undefined) return;
    const branch = told && { ...told, source: "git" as const, from: head ?? "", directory };
    const shown = item.doing?.branch;
    // not the time: it is on our clock, which differs a little from look to look
    const isKnown = shown?.name === branch?.name && shown?.commit === branch?.commit && shown?.from === branch?.from;
    if (!isKnown) this.deps.learn(item, branch);
  }

  private unwatchUnused(): void {
    const used = new Set([...this.places.values()].map(({ head }) => head));
    for (const [head, { hear }] of this.heads) {
      if (used.has(head)) continue;
      this.heads.delete(head);
      this.deps.machine.sharedFiles.unwatch(head, hear);
    }
  }
}
