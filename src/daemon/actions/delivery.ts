import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { chunksOf, type Typing } from "../../core/actions/delivery-plan.ts";
import type { Seen } from "../../core/actions/enter-guard.ts";
import { draftOn, isOf, isShown } from "../../core/actions/shown-text.ts";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import type { ReadScreen } from "../../core/agents/screen-reader.ts";
import type { DeliveryPhase } from "../../core/protocol/actions.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Clock } from "../clock.ts";
import type { PaneHold } from "./pane-hold.ts";

/** Sooner, and some agents take Enter for a part of the text. */
const SETTLE_MS = 400;
/** Until then the text should have appeared. */
const APPEARS_MS = 2_000;
/** A long paste is drawn slowly: for each character so much more. */
const APPEARS_MS_PER_CHARACTER = 0.1;
const LOOK_MS = 100;
/** Enter is pressed again where the text still stands in the box so long after it. */
const STILL_THERE_MS = 700;
const MOST_ENTERS = 3;
/** The agent's own commands: one that stays is one that it does not know, and would be refused again. */
const COMMAND = /^[/!]/;
const BUFFER = "_agtmux-";
const FORGOTTEN_MS = 60_000;

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
    const { hold, readScreen, typing } = this.deps;
    const screen = await hold.do(`capture-pane -p -t ${hold.pane.pane_id}`, { areKeys: true });
    const draft = draftOn(screen, readScreen) || null;
    return draft !== null && typing.hint?.test(draft) ? null : draft;
  }

  async keys(keys: readonly string[]): Promise<void> {
    const { hold } = this.deps;
    await hold.do(`send-keys -t ${hold.pane.pane_id} -- ${keys.map(tmuxString).join(" ")}`, { areKeys: true });
    this.reach("typed", "tmux");
  }

  async type(text: string, by: "keys" | "paste"): Promise<void> {
    const { hold } = this.deps;
    if (by === "paste") await this.paste(text);
    else await hold.do(`send-keys -t ${hold.pane.pane_id} -l -- ${tmuxString(text)}`, { areKeys: true });
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
      if (isShown(lines, text, typing.pastePlaceholder)) {
        this.reach("typed", "screen");
        return seen === "dialog" ? seen : "text";
      }
      await sleep(LOOK_MS);
    }
    return seen;
  }

  /** Presses Enter, again where the text is seen to stand there still; returns when it did. `guard` may forbid each. */
  async enter(text: string, guard: () => void): Promise<number> {
    const { hold, clock } = this.deps;
    const pressedAt = clock.now();
    for (let pressed = 1; ; pressed += 1) {
      guard();
      await hold.do(`send-keys -t ${hold.pane.pane_id} Enter`, { areKeys: true });
      this.reach("submitted", "tmux");
      const left = await this.hasLeft(text);
      if (left === true) this.reach("submitted", "screen");
      if (left !== false || pressed === mostEnters(text)) {
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
  private async hasLeft(text: string): Promise<boolean | null> {
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
      if (clock.now() - pressedAt > STILL_THERE_MS) return false;
    }
  }

  /** tmux's own buffers carry it in pieces, over the connection that stands; none stays behind. */
  private async paste(text: string): Promise<void> {
    const { hold, clock } = this.deps;
    await this.sweep();
    const name = `${BUFFER}${Math.floor(clock.now())}-${randomUUID()}`;
    const otherwise = `delete-buffer -b ${name}`;
    try {
      for (const [index, chunk] of chunksOf(text).entries())
        await hold.tell(`set-buffer ${index === 0 ? "" : "-a "}-b ${name} -- ${tmuxString(chunk)}`);
      await hold.do(`paste-buffer -p -d -b ${name} -t ${hold.pane.pane_id}`, { areKeys: true, otherwise });
    } catch (error) {
      await hold.tell(otherwise).catch(() => undefined);
      throw error;
    }
  }

  /** What a daemon left behind that ended in the middle. */
  private async sweep(): Promise<void> {
    const { hold, clock } = this.deps;
    for (const name of await hold.tell("list-buffers -F '#{buffer_name}'")) {
      const made = Number(new RegExp(`^${BUFFER}(\\d+)-`).exec(name)?.[1]);
      if (clock.now() - made > FORGOTTEN_MS) await hold.tell(`delete-buffer -b ${name}`).catch(() => undefined);
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
