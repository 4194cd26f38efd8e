import { z } from "zod";
import { CheckItem } from "../../core/protocol/actions/checks.ts";
import type { ChecksSettings } from "../../core/protocol/settings/settings-checks.ts";
import { checksFor } from "../../core/review/checks-for.ts";
import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";

const PREFIX = "check:";
/** Results of directories in which nothing was checked for so long are forgotten. */
const KEEP_MS = 14 * 86_400_000;

const Results = z.record(z.string(), CheckItem);
type Results = z.infer<typeof Results>;

/** The last result of each check, by directory. Checks that still run are kept in memory only. */
export class CheckResults {
  private readonly deps: {
    checks: ChecksSettings;
    store: Pick<Store, "recall" | "recallAll" | "remember" | "forget" | "transact">;
    clock: Clock;
  };
  private readonly running = new Map<string, CheckItem>();

  constructor(deps: CheckResults["deps"]) {
    this.deps = deps;
  }

  /** All checks that are configured for a directory, with their last results. */
  in(target: string, directory: string): CheckItem[] {
    const stored = this.stored(target, directory);
    return checksFor(this.deps.checks, directory).map(({ name, command }) => {
      const never = { name, command, state: "never" as const, code: null, began_at: null, ended_at: null, lines: [] };
      return this.running.get(keyOf(target, directory) + name) ?? stored[name] ?? never;
    });
  }

  begin(target: string, directory: string, { name, command }: { name: string; command: string }): CheckItem {
    const began_at = Math.floor(this.deps.clock.now());
    const item = { name, command, state: "running" as const, code: null, began_at, ended_at: null, lines: [] };
    this.running.set(keyOf(target, directory) + name, item);
    return item;
  }

  end(
    target: string,
    directory: string,
    begun: CheckItem,
    { code, lines }: Pick<CheckItem, "code" | "lines">,
  ): CheckItem {
    const { store, clock } = this.deps;
    const ended_at = Math.floor(clock.now());
    const state = code === null ? ("lost" as const) : code === 0 ? ("passed" as const) : ("failed" as const);
    const item = { ...begun, state, code, ended_at, lines };
    this.running.delete(keyOf(target, directory) + begun.name);
    store.transact(() => {
      for (const [key, text] of store.recallAll(PREFIX))
        if (isOld(readStored(Results, text), ended_at - KEEP_MS)) store.forget(key);
      const results = { ...this.stored(target, directory), [begun.name]: item };
      store.remember(keyOf(target, directory), JSON.stringify(results));
    });
    return item;
  }

  private stored(target: string, directory: string): Results {
    const text = this.deps.store.recall(keyOf(target, directory));
    return (text !== null && readStored(Results, text)) || {};
  }
}

function isOld(results: Results | null, before: number): boolean {
  return Object.values(results ?? {}).every(({ ended_at }) => (ended_at ?? 0) < before);
}

function keyOf(target: string, directory: string): string {
  return `${PREFIX}${target}:${directory}:`;
}
