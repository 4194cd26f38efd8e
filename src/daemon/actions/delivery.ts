import { setTimeout as sleep } from "node:timers/promises";
import type { Tidy, Typing } from "../../core/actions/delivery-plan.ts";
import type { Seen } from "../../core/actions/enter-guard.ts";
import { draftOn, isInShell, isOf, isPictorial, isShown } from "../../core/actions/shown-text.ts";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import type { ReadScreen } from "../../core/agents/screen-reader.ts";
import type { DeliveryPhase } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Clock } from "../clock.ts";
import type { PaneHold } from "./pane-hold.ts";
import { paste } from "./paste.ts";

/** Sooner, and some agents take Enter for a part of the text. */
const SETTLE_MS = 400;
/** Until then the text should have appeared. */
const APPEARS_MS = 2_000;
/** A long paste is drawn slowly: for each character so much more. */
const APPEARS_MS_PER_CHARACTER = 0.1;
const LOOK_MS = 100;
/** Enter is pressed again where the text still stands in the box so long after it. */
const STILL_THERE_MS = 700;
/** After the last one, more patience: a first prompt takes an agent seconds. */
const NEVER_LEFT_MS = 3_000;
const MOST_ENTERS = 3;
/** The agent's own commands: one that stays is one that it does not know, and would be refused again. */
const COMMAND = /^[/!]/;
/** Until then it shows what it has done to a text. */
const UNTIDY_MS = 600;

export interface DeliveryDeps {
  hold: PaneHold;
  clock: Clock;
  typing: Typing;
  readScreen: ReadScreen | undefined;
}

/** Brings a text or keys to one runtime, step by step, and says how far each is known to have come. */
export class Delivery {
  private readonly deps: DeliveryDeps;
  readonly phases: DeliveryPhase[] = [];

  constructor(deps: DeliveryDeps) {
    this.deps = deps;
  }

  /** What somebody has typed there and not sent; null where no such thing is seen. Refused where keys would be. */
  async draft(): Promise<string | null> {
    const { hold, typing } = this.deps;
    const screen = await hold.do(`capture-pane -p -t ${hold.pane.pane_id}`, { areKeys: true });
    // that sign is all that somebody has typed there, and turns whatever comes next into a command
    if (isInShell(screen, typing.shellMode)) return "!";
    return this.written(screen) || null;
  }

  /** `shows`: only while the screen shows these rows. */
  async keys(keys: readonly string[], shows: readonly string[] = []): Promise<void> {
    const { hold } = this.deps;
    await hold.do(`send-keys -t ${hold.pane.pane_id} -- ${keys.map(tmuxString).join(" ")}`, { areKeys: true, shows });
    this.reach("typed", "tmux");
  }

  async type(text: string, by: "keys" | "paste", shows: readonly string[] = []): Promise<void> {
    const { hold } = this.deps;
    if (by === "paste") await paste(this.deps, text, () => this.reach("typed", "tmux"));
    else await hold.do(`send-keys -t ${hold.pane.pane_id} -l -- ${tmuxString(text)}`, { areKeys: true, shows });
    this.reach("typed", "tmux");
  }

  /** Until the text is seen, or should have been. */
  async look(text: string): Promise<Seen> {
    const { hold, clock, readScreen, typing } = this.deps;
    const startedAt = clock.now();
    const patience = APPEARS_MS + text.length * APPEARS_MS_PER_CHARACTER;
    let seen: Seen = "nothing";
    await sleep(SETTLE_MS);
    while (clock.now() - startedAt < patience) {
      const lines = await hold.screen();
      seen = isDialog(lines, readScreen) ? "dialog" : "nothing";
      if (isShown(lines, text, typing.pastePlaceholder) || (isPictorial(text) && this.written(lines))) {
        this.reach("typed", "screen");
        return seen === "dialog" ? seen : "text";
      }
      await sleep(LOOK_MS);
    }
    return seen;
  }

  /** Undoes what the agent has put to the text, or would do to its end. */
  async tidy(text: string): Promise<void> {
    const { hold, typing } = this.deps;
    for (const tidy of typing.tidies ?? []) {
      if (!tidy.text.test(text) || !(await this.isUntidy(tidy))) continue;
      await hold.do(`send-keys -t ${hold.pane.pane_id} ${tidy.keys.join(" ")}`, { areKeys: true });
      await sleep(LOOK_MS);
    }
  }

  /** Presses Enter, again where the text is seen to stand there still; returns when it did. `guard` may forbid each. */
  async enter(text: string, guard: () => void): Promise<number> {
    const { hold, clock } = this.deps;
    const pressedAt = clock.now();
    for (let pressed = 1; ; pressed += 1) {
      guard();
      await hold.do(`send-keys -t ${hold.pane.pane_id} Enter`, { areKeys: true });
      this.reach("submitted", "tmux");
      const isLast = pressed === mostEnters(text);
      const left = await this.hasLeft(text, isLast ? NEVER_LEFT_MS : STILL_THERE_MS);
      if (left === true) this.reach("submitted", "screen");
      if (left !== false || isLast) {
        if (left === false)
          throw new Fault(
            "E_NOT_DELIVERED",
            `the text is typed in pane ${hold.pane.pane_id}, but Enter does not send it`,
          );
        return pressedAt;
      }
    }
  }

  reach(phase: DeliveryPhase["phase"], evidence: string, at = this.deps.clock.now()): void {
    const known = this.phases.findIndex((each) => each.phase === phase);
    if (known < 0) this.phases.push({ phase, at, evidence });
    // what was done is now seen: when it was done stays
    else this.phases[known] = { phase, at: this.phases[known]?.at ?? at, evidence };
  }

  /** Whether the box is seen to be rid of the text; null where no box is seen. */
  private async hasLeft(text: string, patienceMs: number): Promise<boolean | null> {
    const { hold, clock, readScreen, typing } = this.deps;
    const pressedAt = clock.now();
    for (;;) {
      await sleep(LOOK_MS);
      // an agent that has ended, or runs something in its place, has taken the Enter all the same
      const lines = await hold.screen().catch(() => null);
      const draft = lines === null ? null : draftOn(lines, readScreen);
      if (draft === "") return true;
      // what stands there is none of ours: nothing is known of that
      if (draft === null || !isOf(draft, text, typing.pastePlaceholder)) return null;
      if (clock.now() - pressedAt > patienceMs) return false;
    }
  }

  /** What is seen to stand in the box; empty where nothing does, or no box is seen. */
  private written(lines: readonly string[]): string {
    const { readScreen, typing } = this.deps;
    const draft = draftOn(lines, readScreen) ?? "";
    return typing.hint?.test(draft) ? "" : draft;
  }

  /** Whether there is something to undo: such keys would do something else where there is not. */
  private async isUntidy({ box, line }: Tidy): Promise<boolean> {
    const { hold, clock } = this.deps;
    for (const lookedAt = clock.now(); ; await sleep(LOOK_MS)) {
      const lines = await hold.screen();
      const isBox = box?.test(this.written(lines)) ?? true;
      const isLine = line === undefined || lines.some((each) => line.test(each));
      if (isBox && isLine) return true;
      if (clock.now() - lookedAt > UNTIDY_MS) return false;
    }
  }
}

/** It asks for something, and has no box with a text in it. */
function isDialog(lines: readonly string[], readScreen: ReadScreen | undefined): boolean {
  const seen = readScreen?.({ lines });
  if (seen?.type !== "read" || draftOn(lines, readScreen)) return false;
  const { evidence } = seen.reading;
  return evidence.kind === "level" && evidence.phase === "ask";
}

function mostEnters(text: string): number {
  return COMMAND.test(text) ? 1 : MOST_ENTERS;
}
