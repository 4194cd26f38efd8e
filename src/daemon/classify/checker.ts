import { lastLook } from "../../core/engine/fold-queries.ts";
import type { Source } from "../../core/protocol/events/event.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import type { Clock } from "../base/clock.ts";
import type { WorkReport } from "../base/failures.ts";
import type { Log } from "../base/log.ts";
import { isInDoubt, isPlainShell, lastWord, saidWorking } from "./candidate.ts";
import { captureScreens, type Screen } from "./capture-screens.ts";
import type { Classifier, Opinion } from "./classifier.ts";
import { excerptFor } from "./excerpt-for.ts";
import { levelOf, type SilenceLevel } from "./level-of.ts";
import { isSameScreen, type Seen } from "./same-screen.ts";
import type { ScreenTarget } from "./screen-target.ts";
import { SilentCalls } from "./silent-calls.ts";
import type { UnchangedScreens } from "./unchanged-screens.ts";

export interface CheckerDeps {
  targets(): readonly ScreenTarget[];
  /** The panes of a target as listed for people. */
  panes(target: string): readonly PaneItem[];
  pane(target: string, paneId: string): PaneItem | undefined;
  classifier: Pick<Classifier, "classify" | "isOff" | "isAsking">;
  /** How long an agent must have been silent, and how long (`quietMs`) its screen unchanged. */
  afterMs: number;
  quietMs: number;
  unchanged: UnchangedScreens;
  failures: WorkReport;
  clock: Clock;
  log: Log;
}

/** A silent agent and its last seen screen. */
interface Watched {
  target: string;
  paneId: string;
  /** The newest capture, equal to those before it. */
  seen: Seen;
  stillSince: number;
  /** The level that we have reported, if any. */
  told: (SilenceLevel & { source: Source }) | null;
  /** Classifying this screen again would give the same result. */
  isJudged: boolean;
}

const SETTLE_MS = 300;

/**
 * Finds silent agents and classifies their screens. A new signal or a moving screen wins at once: the reported level is
 * withdrawn.
 */
export class Checker {
  private readonly deps: CheckerDeps;
  private readonly watched = new Map<string, Watched>();
  private readonly calls: SilentCalls;
  /** Panes with a level of ours. */
  private readonly told = new Set<string>();
  private readonly checking = new Set<string>();
  private readonly glancing = new Map<string, NodeJS.Timeout>();
  private readonly leaving = new AbortController();

  constructor(deps: CheckerDeps) {
    this.deps = deps;
    this.calls = new SilentCalls(deps.afterMs);
  }

  /** Resolves when all reachable targets were looked at; model verdicts may come later. */
  async check(): Promise<void> {
    if (this.deps.classifier.isOff) return;
    const targets = this.deps.targets();
    const names = new Set(targets.map(({ name }) => name));
    for (const [runtimeId, { target }] of this.watched) if (!names.has(target)) this.watched.delete(runtimeId);
    this.deps.unchanged.keepOnly(names);
    const shown = targets.flatMap(({ name }) => this.deps.panes(name));
    this.calls.keepOnly(new Set(shown.map(({ runtime_id }) => runtime_id)));
    await Promise.all(targets.map((target) => this.checkTarget(target)));
  }

  /** Called on output: if we reported a level for the pane, captures it again soon. */
  touched(target: ScreenTarget, paneId: string): void {
    // fast path: this runs for every chunk of output
    if (this.told.size === 0) return;
    const key = placeOf(target.name, paneId);
    if (!this.told.has(key) || this.glancing.has(key)) return;
    const glance = async () => {
      await this.glance(target, paneId).catch((error: unknown) =>
        this.unread(target, error, "looking at a silent agent again"),
      );
      this.glancing.delete(key);
    };
    this.glancing.set(
      key,
      setTimeout(() => void glance(), SETTLE_MS),
    );
  }

  stop(): void {
    this.leaving.abort();
    for (const timer of this.glancing.values()) clearTimeout(timer);
  }

  private async checkTarget(target: ScreenTarget): Promise<void> {
    // a slow target is not asked again meanwhile
    if (this.checking.has(target.name)) return;
    this.checking.add(target.name);
    try {
      const control = target.control();
      const silent = control === null ? new Map<string, PaneItem>() : this.silentIn(target);
      for (const [runtimeId, { target: where }] of this.watched)
        if (where === target.name && !silent.has(runtimeId)) this.leave(target, runtimeId);
      const working = this.deps.unchanged.workingIn(target, control === null ? [] : this.deps.panes(target.name));
      const looked = new Set([...silent.values(), ...working].map(({ identity }) => identity.pane_id));
      if (control === null || looked.size === 0) return;
      const panes = [...looked].flatMap((paneId) => target.pane(paneId) ?? []);
      const askedAt = this.deps.clock.now();
      const screens = await captureScreens(control, panes);
      for (const [runtimeId, item] of silent) {
        const shown = screens.get(item.identity.pane_id);
        if (shown !== undefined) this.see(target, runtimeId, item, shown, askedAt);
      }
      for (const item of working) {
        const lines = screens.get(item.identity.pane_id)?.lines;
        if (lines !== undefined) this.deps.unchanged.see(target, item, { lines, at: askedAt });
      }
      this.deps.failures.worked(`looking for silent agents on ${target.name}`);
    } catch (error) {
      this.unread(target, error, "looking for silent agents");
    } finally {
      this.checking.delete(target.name);
    }
  }

  /** Silent agents by runtime id. */
  private silentIn(target: ScreenTarget): Map<string, PaneItem> {
    const silent = this.deps.panes(target.name).filter((item) => this.isSilent(target, item));
    return new Map(silent.map((item) => [item.runtime_id as string, item]));
  }

  private isSilent(target: ScreenTarget, item: PaneItem): boolean {
    const { clock, afterMs } = this.deps;
    if (item.runtime_id === null || !isInDoubt(item)) return false;
    const runtime = target.activeRuntimeOf(item.identity.pane_id);
    if (runtime?.runtime_id !== item.runtime_id) return false;
    const fold = target.fold(item.runtime_id);
    // do not count suspend time as silence
    const heardAt = Math.max(lastWord(fold, runtime), clock.wokeAt?.() ?? 0);
    return clock.now() - heardAt >= afterMs && !isPlainShell(fold, runtime, item.command);
  }

  private see(target: ScreenTarget, runtimeId: string, item: PaneItem, shown: Screen, at: number): void {
    const seen = { lines: shown.lines, at };
    const known = this.watched.get(runtimeId);
    if (known === undefined || !isSameScreen(known.seen, seen)) {
      if (known !== undefined) this.calls.moved(runtimeId, at);
      this.leave(target, runtimeId);
      const { pane_id: paneId } = item.identity;
      const fresh = { target: target.name, paneId, seen, stillSince: at, told: null, isJudged: false };
      this.watched.set(runtimeId, fresh);
      return;
    }
    known.seen = seen;
    if (at - known.stillSince < this.deps.quietMs) return;
    // report again, since a reconnect clears it
    if (known.told !== null) this.report(target, runtimeId, known, known.told);
    if (known.isJudged || this.deps.classifier.isAsking(runtimeId)) return;
    void this.judge(target, runtimeId, item, shown, known).then(
      () => this.deps.failures.worked(`judging a silent agent on ${target.name}`),
      (error: unknown) => {
        if (!this.leaving.signal.aborted) this.unread(target, error, "judging a silent agent");
      },
    );
  }

  private async judge(
    target: ScreenTarget,
    runtimeId: string,
    item: PaneItem,
    shown: Screen,
    watched: Watched,
  ): Promise<void> {
    const { classifier } = this.deps;
    const adapter = item.agent === null ? null : target.adapterOf(item.agent);
    const excerpt = excerptFor(target, item, shown);
    const opinion = await classifier.classify(excerpt, adapter, runtimeId, this.leaving.signal);
    if (opinion.classifier !== "rules" && !(await this.isStill(target, runtimeId, watched))) return;
    const now = this.deps.pane(target.name, watched.paneId);
    if (this.watched.get(runtimeId) !== watched || now?.runtime_id !== runtimeId || !this.isSilent(target, now)) return;
    watched.isJudged = opinion.isFinal;
    this.handle(target, runtimeId, watched, opinion);
  }

  /** A model takes its time: checks that the screen it read is still there. */
  private async isStill(target: ScreenTarget, runtimeId: string, { paneId, seen }: Watched): Promise<boolean> {
    const control = target.control();
    const pane = target.pane(paneId);
    if (control === null || pane === null) return false;
    const shown = (await captureScreens(control, [pane])).get(paneId);
    const at = this.deps.clock.now();
    if (shown !== undefined && isSameScreen(seen, { lines: shown.lines, at })) return true;
    this.calls.moved(runtimeId, at);
    this.leave(target, runtimeId);
    return false;
  }

  private handle(target: ScreenTarget, runtimeId: string, watched: Watched, opinion: Opinion): void {
    const told = this.wordsFor(target, runtimeId, watched, opinion);
    const before = watched.told;
    // unchanged: keep the original message
    if (before?.event_type === told?.event_type && before?.source === told?.source) return;
    if (before !== null && before.source !== told?.source) target.withdraw(runtimeId, before.source);
    watched.told = null;
    if (told !== null) this.report(target, runtimeId, watched, told);
  }

  private wordsFor(
    target: ScreenTarget,
    runtimeId: string,
    { paneId, stillSince }: Watched,
    { classifier, verdict, rejected }: Opinion,
  ): Watched["told"] {
    const runtime = target.activeRuntimeOf(paneId);
    if (runtime === null) return null;
    const now = this.deps.clock.now();
    const told = levelOf(verdict, {
      silentMs: now - lastWord(target.fold(runtimeId), runtime),
      stillMs: now - stillSince,
      saidWorking: saidWorking(target.resolution(runtimeId)),
    });
    if (told === null) return null;
    const message = rejected === null ? told.message : `${told.message} (by rules; ${rejected})`;
    return { ...told, message, source: classifier === "rules" ? "rules" : "llm" };
  }

  private report(
    target: ScreenTarget,
    runtimeId: string,
    watched: Watched,
    told: SilenceLevel & { source: Source },
  ): void {
    const { clock, log } = this.deps;
    const runtime = target.activeRuntimeOf(watched.paneId);
    if (runtime?.runtime_id !== runtimeId) return;
    const fold = target.fold(runtimeId);
    const now = clock.now();
    const word = lastWord(fold, runtime);
    const before = lastLook(fold, told.source);
    const isStanding = before !== null && before.changedAt > word;
    // a level from before the agent's last signal belongs to an earlier silence: this is new attention
    const turned = isStanding ? {} : { changed_at: this.calls.begun(runtimeId, told, word, watched.stillSince) ?? now };
    const stored = target.look(runtimeId, {
      target: target.name,
      pane_id: watched.paneId,
      runtime_id: runtimeId,
      agent_type: runtime.agent_type,
      source: told.source,
      event_type: told.event_type,
      dedupe_key: "",
      event_time: now,
      message: told.message,
      evidence: { ...told.level, ...turned },
    });
    if (stored && watched.told === null)
      log.info({ pane: watched.paneId, runtime: runtimeId, says: told.event_type, source: told.source }, "silent");
    if (!stored) return;
    watched.told = told;
    this.calls.note(runtimeId, told, word, lastLook(target.fold(runtimeId), told.source)?.changedAt ?? now);
    this.told.add(placeOf(target.name, watched.paneId));
  }

  private leave(target: ScreenTarget, runtimeId: string): void {
    const watched = this.watched.get(runtimeId);
    if (watched === undefined) return;
    this.watched.delete(runtimeId);
    this.told.delete(placeOf(target.name, watched.paneId));
    if (watched.told !== null) target.withdraw(runtimeId, watched.told.source);
  }

  private async glance(target: ScreenTarget, paneId: string): Promise<void> {
    const runtimeId = target.activeRuntimeOf(paneId)?.runtime_id ?? "";
    const watched = this.watched.get(runtimeId);
    if (watched !== undefined) await this.isStill(target, runtimeId, watched);
    this.deps.failures.worked(`looking at a silent agent again on ${target.name}`);
  }

  /** A closed connection does not count as a failure here: the target reports it. */
  private unread(target: ScreenTarget, error: unknown, work: string): void {
    const { log, failures } = this.deps;
    if (target.control() === null) log.debug({ target: target.name, err: String(error) }, "screens not read");
    else failures.failed(`${work} on ${target.name}`, error);
  }
}

function placeOf(target: string, paneId: string): string {
  return `${target} ${paneId}`;
}
