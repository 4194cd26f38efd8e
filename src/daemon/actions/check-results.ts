import { z } from "zod";
import { CheckItem } from "../../core/protocol/actions/checks.ts";
import type { PaneCheck } from "../../core/protocol/lists/pane-check.ts";
import type { ChecksSettings } from "../../core/protocol/settings/settings-checks.ts";
import { checksFor } from "../../core/review/checks-for.ts";
import type { Clock } from "../base/clock.ts";
import type { ShownChecks } from "../pipeline/shown-checks.ts";
import type { Store } from "../store/store.ts";
import { readStored } from "../store/stored-json.ts";
import type { Machine } from "../targets/machine/machine.ts";
import { treeNow } from "../turns/turn-git.ts";
import type { CheckEnd } from "./run-check.ts";

const PREFIX = "check:";
/** Results of directories in which nothing was checked for so long are forgotten. */
const KEEP_MS = 14 * 86_400_000;

/** `run` names the folder in which a check leaves its result; absent in what older versions have stored. */
const StoredCheck = CheckItem.extend({ run: z.string().default("") });
export type StoredCheck = z.infer<typeof StoredCheck>;
const Results = z.record(z.string(), StoredCheck);
type Results = z.infer<typeof Results>;

export interface CheckedPlace {
  target: string;
  directory: string;
}

/** The last result of each check, by directory. Running checks are stored too, so that a restart finds how they ended. */
export class CheckResults implements ShownChecks {
  private readonly deps: {
    checks: ChecksSettings;
    store: Pick<Store, "recallAll" | "remember" | "forget" | "transact">;
    clock: Clock;
  };
  private readonly known = new Map<string, Results>();
  /** The files of each directory, as the tree in which git last saw them. */
  private readonly trees = new Map<string, string | null>();
  /** Called when what panes show has changed. */
  onChange: (place: CheckedPlace) => void = () => {};

  constructor(deps: CheckResults["deps"]) {
    this.deps = deps;
    for (const [key, text] of deps.store.recallAll(PREFIX)) this.known.set(key, readStored(Results, text) ?? {});
  }

  /** All checks that are configured for a directory, with their last results. */
  in(target: string, directory: string): CheckItem[] {
    const known = this.known.get(keyOf(target, directory)) ?? {};
    return checksFor(this.deps.checks, directory).map(({ name, command }) => {
      const { run: _, ...item } = known[name] ?? { ...NEVER, name, command, run: "" };
      return { ...item, is_stale: this.isStale(target, directory, item) };
    });
  }

  of(target: string, directory: string): readonly PaneCheck[] {
    if (!this.known.has(keyOf(target, directory))) return NONE;
    return this.in(target, directory).flatMap(({ name, state, began_at, ended_at, is_stale }) =>
      state === "never" ? [] : [{ name, state, since: ended_at ?? began_at ?? 0, is_stale }],
    );
  }

  async look(target: string, machine: Pick<Machine, "runScript">, directory: string): Promise<void> {
    if (this.of(target, directory).length === 0) return;
    this.saw({ target, directory }, await treeNow(machine, directory));
  }

  /** The checks that run, as far as is known. */
  running(): (CheckedPlace & { check: StoredCheck })[] {
    return [...this.known].flatMap(([key, results]) => {
      const running = Object.values(results).filter(({ state }) => state === "running");
      return running.map((check) => ({ ...placeOf(key), check }));
    });
  }

  begin(place: CheckedPlace, { name, command, run }: Pick<StoredCheck, "name" | "command" | "run">): StoredCheck {
    const began_at = Math.floor(this.deps.clock.now());
    return this.keep(place, { ...NEVER, name, command, run, state: "running", began_at });
  }

  /** The files that a check is about to see. */
  beganOn(place: CheckedPlace, begun: StoredCheck, tree: string | null): StoredCheck {
    this.trees.set(keyOf(place.target, place.directory), tree);
    return this.keep(place, { ...begun, tree });
  }

  end(place: CheckedPlace, begun: StoredCheck, { code, lines }: CheckEnd): StoredCheck {
    const ended_at = Math.floor(this.deps.clock.now());
    const state = code === null ? "lost" : code === 0 ? "passed" : "failed";
    return this.keep(place, { ...begun, state, code, ended_at, lines });
  }

  private saw(place: CheckedPlace, tree: string | null): void {
    const key = keyOf(place.target, place.directory);
    if (this.trees.has(key) && this.trees.get(key) === tree) return;
    this.trees.set(key, tree);
    this.onChange(place);
  }

  private isStale(target: string, directory: string, { tree }: Pick<CheckItem, "tree">): boolean | null {
    const now = this.trees.get(keyOf(target, directory)) ?? null;
    return tree === null || now === null ? null : tree !== now;
  }

  private keep(place: CheckedPlace, check: StoredCheck): StoredCheck {
    const { store, clock } = this.deps;
    const key = keyOf(place.target, place.directory);
    const results = { ...this.known.get(key), [check.name]: check };
    const old = [...this.known].filter(([, each]) => isOld(each, clock.now() - KEEP_MS)).map(([each]) => each);
    store.transact(() => {
      for (const each of old) store.forget(each);
      store.remember(key, JSON.stringify(results));
    });
    for (const each of old) this.known.delete(each);
    this.known.set(key, results);
    this.onChange(place);
    return check;
  }
}

const NONE: readonly PaneCheck[] = [];
const NEVER = {
  ...{ state: "never" as const, code: null, began_at: null, ended_at: null, lines: [] },
  ...{ tree: null, is_stale: null },
};

function isOld(results: Results, before: number): boolean {
  return Object.values(results).every(({ began_at, ended_at }) => (ended_at ?? began_at ?? 0) < before);
}

function keyOf(target: string, directory: string): string {
  return `${PREFIX}${target}:${directory}:`;
}

function placeOf(key: string): CheckedPlace {
  const rest = key.slice(PREFIX.length, -1);
  const end = rest.indexOf(":");
  return { target: rest.slice(0, end), directory: rest.slice(end + 1) };
}
