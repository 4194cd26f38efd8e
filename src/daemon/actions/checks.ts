import type { z } from "zod";
import type { Actor } from "../../core/protocol/actions/actions.ts";
import type { CheckItem, CheckReport, CheckRequest } from "../../core/protocol/actions/checks.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import { phaseOf } from "../../core/protocol/base/state.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { ChecksSettings } from "../../core/protocol/settings/settings-checks.ts";
import { type ConfiguredCheck, checksFor } from "../../core/review/checks-for.ts";
import type { FleetChange } from "../publish/fleet.ts";
import type { ActionRunner } from "./action-runner.ts";
import type { ActionTarget } from "./action-target.ts";
import type { CheckResults } from "./check-results.ts";
import { directoryOf } from "./directory-of.ts";
import { runCheck } from "./run-check.ts";

export interface ChecksDeps {
  checks: ChecksSettings;
  results: CheckResults;
  runner: ActionRunner;
  targetOf(name: string): ActionTarget;
}

/** Each holds a connection to its machine until it ends. */
const MOST_AT_ONCE = 4;

/** Runs the user's own commands where agents work, each in a tmux window of its own. */
export class Checks {
  private readonly deps: ChecksDeps;
  /** By target, directory and name. */
  private readonly running = new Map<string, Promise<CheckItem>>();
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
      const directory = directoryOf(item);
      if (name !== undefined) {
        const check = this.find(name, directory);
        touch();
        leave();
        const ending = this.run(item, check);
        if (wait) await ending;
      }
      const checks = this.deps.results.in(item.identity.target, directory);
      return { action: "check" as const, directory, checks };
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

  /** One that runs already is not started again. */
  private run(item: PaneItem, check: ConfiguredCheck): Promise<CheckItem> {
    const { target, session_name: session } = item.identity;
    const directory = directoryOf(item);
    const key = JSON.stringify([target, directory, check.name]);
    const before = this.running.get(key);
    if (before !== undefined) return before;
    const { results, targetOf } = this.deps;
    const begun = results.begin(target, directory, check);
    const ending = Promise.resolve()
      .then(() => runCheck(targetOf(target), { directory, session }, check))
      .catch((error: unknown) => ({ code: null, lines: [messageOf(error)] }))
      .then((ended) => results.end(target, directory, begun, ended))
      .finally(() => this.running.delete(key));
    this.running.set(key, ending);
    return ending;
  }
}
