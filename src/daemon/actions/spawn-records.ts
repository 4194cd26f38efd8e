import { z } from "zod";
import { SpawnedItem, SpawnedWorktree } from "../../core/protocol/actions/spawn.ts";
import type { Store } from "../store/store.ts";

/** Everything done for a spawned agent, so that it can be undone. */
const SpawnRecord = z.object({
  ...SpawnedItem.shape,
  /** The target's machine at that time. */
  connection_ref: z.string(),
  /** The tmux server's pid and start; empty before there is a pane. */
  server: z.string(),
  /** Directory of its launcher. */
  here: z.string(),
  worktree: z
    .object({
      ...SpawnedWorktree.shape,
      repository: z.string(),
      /** Commit at which it began. */
      base: z.string(),
      /** Parent folders that others may use as well, outermost first. */
      folders: z.array(z.string()),
    })
    .nullable(),
});
export type SpawnRecord = z.infer<typeof SpawnRecord>;

/** Things shared by agents that were spawned into one workspace; removed with the last of them. */
const SharedFile = z.object({
  /** Their session ids. */
  holders: z.array(z.string()),
  /** Paths that we created, outermost first. */
  made: z.array(z.string()),
  /** The block in the file before ours. */
  previous: z.string().nullable(),
  /** Git's exclude file, and our line in it. */
  exclude: z.object({ path: z.string(), pattern: z.string() }).nullable(),
});
export type SharedFile = z.infer<typeof SharedFile>;

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

  held(target: string, path: string): SharedFile | null {
    const text = this.store.recall(keyOf(target, path));
    return text === null ? null : SharedFile.parse(JSON.parse(text));
  }

  /** `first`: the state before, kept from the first holder. */
  hold(target: string, path: string, holder: string, first: Omit<SharedFile, "holders">): void {
    const held = this.held(target, path) ?? { ...first, holders: [] };
    this.save(target, path, { ...held, holders: [...new Set([...held.holders, holder])] });
  }

  /** The holding if this is its last holder, else null. */
  lastHeld(target: string, path: string, holder: string): SharedFile | null {
    const held = this.held(target, path);
    return held?.holders.every((each) => each === holder) ? held : null;
  }

  release(target: string, path: string, holder: string): void {
    const held = this.held(target, path);
    if (held !== null) this.save(target, path, { ...held, holders: held.holders.filter((each) => each !== holder) });
  }

  /** Lines for a repository's exclude file, for everything held except one path. */
  excludedBy(target: string, exclude: string, but?: string): string[] {
    return [...this.store.recallAll(keyOf(target, ""))]
      .filter(([key]) => but === undefined || key !== keyOf(target, but))
      .map(([, text]) => SharedFile.parse(JSON.parse(text)).exclude)
      .flatMap((each) => (each?.path === exclude ? [each.pattern] : []))
      .sort();
  }

  private save(target: string, path: string, holding: SharedFile): void {
    this.store.transact(() => {
      if (holding.holders.length === 0) this.store.forget(keyOf(target, path));
      else this.store.remember(keyOf(target, path), JSON.stringify(holding));
    });
  }
}

function keyOf(target: string, path: string): string {
  return `held@${target}:${path}`;
}
