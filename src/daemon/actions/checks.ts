import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { CheckItem, CheckReport, CheckRequest } from "../../core/protocol/actions/checks.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ChecksSettings } from "../../core/protocol/settings/settings-checks.ts";
import { type ConfiguredCheck, checksFor } from "../../core/review/checks-for.ts";
import type { Clock } from "../base/clock.ts";
import type { FleetChange } from "../publish/fleet.ts";
import { treeNow } from "../turns/turn-git.ts";
import type { ActionRunner } from "./action-runner.ts";
import type { ActionTarget } from "./action-target.ts";
import type { CheckedPlace, CheckResults, StoredCheck } from "./check-results.ts";
import { directoryOf } from "./directory-of.ts";
import { awaitCheck, startCheck } from "./run-check.ts";

export interface ChecksDeps {
  checks: ChecksSettings;
  results: CheckResults;
  runner: ActionRunner;
  targetOf(name: string): ActionTarget;
  clock: Clock;
}

/** A check that takes longer is given up. */
const LONGEST_MS = 1_800_000;
const TOO_LONG = "it has not ended within 30 minutes; its window stays";
/** Between two attempts to learn how a check ended. */
const AGAIN_MS = 5_000;
/** The least time to wait for a result: a check that is asked about late may have one. */
const LEAST_MS = 10_000;
/** Each holds a connection to its machine until it ends. */
const MOST_AT_ONCE = 4;

/** Runs the user's own commands where agents work, each in a tmux window of its own. */
export class Checks {
  private readonly deps: ChecksDeps;
  /** By target, directory and name. */
  private readonly running = new Map<string, Promise<CheckItem>>();
  private readonly stopping = new AbortController();
  /** Panes whose agents are in a turn. */
  private readonly busy = new Set<string>();

  constructor(deps: ChecksDeps) {
    this.deps = deps;
  }

  async check(asked: z.output<typeof CheckRequest>, actor: Actor): Promise<CheckReport> {
    const { name, wait, ...subject } = asked;
    const request = { name: name ?? null };
    // a check says nothing to the agent, so it may be in any state
    const anyState = { ...subject, unchanged: "program" as const };
    return this.deps.runner.perform({ action: "check", actor, request }, anyState, async ({ item, touch, leave }) => {
      const { results, targetOf } = this.deps;
      const { target } = item.identity;
      const directory = directoryOf(item);
      if (name !== undefined) {
        const check = this.find(name, directory);
        touch();
        leave();
        const ending = this.run(item, check);
        if (wait) await ending;
      } else await results.look(target, targetOf(target), directory);
      return { action: "check" as const, directory, checks: results.in(target, directory) };
    });
  }

  /** Runs what is to run when a turn ends. */
  follow({ changed, removed }: FleetChange): void {
    for (const { target, pane_id } of removed) this.busy.delete(`${target} ${pane_id}`);
    for (const item of changed) {
      const pane = `${item.identity.target} ${item.identity.pane_id}`;
      const phase = item.agent === null ? null : phaseOf(item.state);
      if (phase === "busy") this.busy.add(pane);
      if (phase !== "rest" || !this.busy.delete(pane)) continue;
      for (const check of checksFor(this.deps.checks, directoryOf(item)))
        if (check.atTurnEnd && this.running.size < MOST_AT_ONCE) void this.run(item, check);
    }
  }

  private find(name: string, directory: string): ConfiguredCheck {
    const there = checksFor(this.deps.checks, directory);
    const found = there.find((each) => each.name === name);
    if (found === undefined) {
      const names = there.map((each) => each.name).join(", ");
      const known = names === "" ? "none is configured for it ([checks] in config.toml)" : `configured are ${names}`;
      throw new Fault("E_INVALID_INPUT", `no check is named ${name} in ${directory}: ${known}`);
    }
    if (this.running.size >= MOST_AT_ONCE)
      throw new Fault("E_INVALID_INPUT", `${MOST_AT_ONCE} checks run already: wait for one of them`);
    return found;
  }

  /** Waits for the checks that ran when the last daemon stopped. */
  resume(): void {
    for (const { check, ...place } of this.deps.results.running())
      void this.hold(place, check.name, () => this.untilEnded(place, check, true));
  }

  /** Whatever still runs goes on in its window, and its result is found by the next daemon. */
  stop(): void {
    this.stopping.abort(new Fault("E_DAEMON_DOWN", "the daemon stops; the check goes on in its window"));
  }

  /** Starts a check, unless it runs already. */
  private run(item: PaneItem, check: ConfiguredCheck): Promise<CheckItem> {
    const { target, session_name: session } = item.identity;
    const place = { target, directory: directoryOf(item) };
    return this.hold(place, check.name, async () => {
      const { results, targetOf } = this.deps;
      const run = `run.${randomUUID()}`;
      const begun = results.begin(place, { ...check, run });
      const shell = targetOf(target);
      const seen = results.beganOn(place, begun, await treeNow(shell, place.directory));
      const refusal = await startCheck(shell, { directory: place.directory, session }, seen).catch(messageOf);
      this.stopping.signal.throwIfAborted();
      if (refusal !== null) return results.end(place, seen, { code: null, lines: [refusal] });
      return this.untilEnded(place, seen, false);
    });
  }

  private hold({ target, directory }: CheckedPlace, name: string, run: () => Promise<CheckItem>): Promise<CheckItem> {
    const key = JSON.stringify([target, directory, name]);
    const before = this.running.get(key);
    if (before !== undefined) return before;
    const ending = run().finally(() => this.running.delete(key));
    this.running.set(key, ending);
    // perhaps nobody waits for it: its failure must not be an uncaught rejection
    ending.catch(() => {});
    return ending;
  }

  /** A connection that breaks meanwhile does not end the check: its result is asked for again. */
  private async untilEnded(place: CheckedPlace, begun: StoredCheck, wasLeft: boolean): Promise<CheckItem> {
    const { results, targetOf, clock } = this.deps;
    const { signal } = this.stopping;
    const leftMs = () => (begun.began_at ?? 0) + LONGEST_MS - clock.now();
    for (let isAgain = wasLeft; ; isAgain = true) {
      const timeoutMs = Math.max(LEAST_MS, leftMs());
      const ask = async () => awaitCheck(targetOf(place.target), begun.run, { wasLeft: isAgain, timeoutMs });
      const ended = await ask().catch(() => null);
      signal.throwIfAborted();
      if (ended !== null) {
        const item = results.end(place, begun, ended);
        await results.look(place.target, targetOf(place.target), place.directory);
        return item;
      }
      if (leftMs() <= 0) return results.end(place, begun, { code: null, lines: [TOO_LONG] });
      await sleep(AGAIN_MS, undefined, { ref: false, signal });
    }
  }
}
