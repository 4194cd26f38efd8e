import { z } from "zod";
import { SpawnedItem, SpawnedWorktree } from "../../core/protocol/spawn.ts";
import type { Store } from "../store/store.ts";

/** All that was done for a spawned agent, so that it can be undone. */
const SpawnRecord = z.object({
  ...SpawnedItem.shape,
  /** Which machine the target was then. */
  connection_ref: z.string(),
  /** The tmux server's pid and start; empty before there is a pane. */
  server: z.string(),
  /** Where its launcher is. */
  here: z.string(),
  worktree: z
    .object({
      ...SpawnedWorktree.shape,
      repository: z.string(),
      /** The commit at which it began. */
      base: z.string(),
      /** Folders on the way to it that others may use as well, outermost first. */
      folders: z.array(z.string()),
    })
    .nullable(),
});
export type SpawnRecord = z.infer<typeof SpawnRecord>;

/** What agents that were spawned into one workspace share: it goes with the last of them. */
const Holding = z.object({
  /** Their session ids. */
  holders: z.array(z.string()),
  /** Paths that we made, outermost first. */
  made: z.array(z.string()),
  /** The block that stood in the file before ours. */
  previous: z.string().nullable(),
  /** The file that tells git to leave it alone, and the line there. */
  exclude: z.object({ path: z.string(), pattern: z.string() }).nullable(),
});
export type Holding = z.infer<typeof Holding>;

/** Spawned agents and what they hold, across restarts. */
export class SpawnRecords {
  private readonly store: Pick<Store, "transact" | "remember" | "recall" | "recallAll" | "forget">;

  constructor(store: SpawnRecords["store"]) {
    this.store = store;
  }

  all(): SpawnRecord[] {
    return [...this.store.recallAll("spawn:").values()].flatMap((text) => {
      const parsed = SpawnRecord.safeParse(JSON.parse(text));
      return parsed.success ? [parsed.data] : [];
    });
  }

  keep(record: SpawnRecord): void {
    this.store.transact(() => this.store.remember(`spawn:${record.session_id}`, JSON.stringify(record)));
  }

  forget({ session_id }: SpawnRecord): void {
    this.store.transact(() => this.store.forget(`spawn:${session_id}`));
  }

  held(target: string, path: string): Holding | null {
    const text = this.store.recall(keyOf(target, path));
    return text === null ? null : Holding.parse(JSON.parse(text));
  }

  /** The first holder says how it was before. */
  hold(target: string, path: string, holder: string, first: Omit<Holding, "holders">): void {
    const held = this.held(target, path) ?? { ...first, holders: [] };
    this.save(target, path, { ...held, holders: [...new Set([...held.holders, holder])] });
  }

  /** What this one is the last to hold; null while others do, and where nobody does. */
  lastHeld(target: string, path: string, holder: string): Holding | null {
    const held = this.held(target, path);
    return held?.holders.every((each) => each === holder) ? held : null;
  }

  release(target: string, path: string, holder: string): void {
    const held = this.held(target, path);
    if (held !== null) this.save(target, path, { ...held, holders: held.holders.filter((each) => each !== holder) });
  }

  /** The lines that git's list of a repository needs for what is held, but for one path. */
  excludedBy(target: string, exclude: string, but?: string): string[] {
    return [...this.store.recallAll(keyOf(target, ""))]
      .filter(([key]) => but === undefined || key !== keyOf(target, but))
      .map(([, text]) => Holding.parse(JSON.parse(text)).exclude)
      .flatMap((each) => (each?.path === exclude ? [each.pattern] : []))
      .sort();
  }

  private save(target: string, path: string, holding: Holding): void {
    this.store.transact(() => {
      if (holding.holders.length === 0) this.store.forget(keyOf(target, path));
      else this.store.remember(keyOf(target, path), JSON.stringify(holding));
    });
  }
}

function keyOf(target: string, path: string): string {
  return `held@${target}:${path}`;
}
