import { setTimeout as sleep } from "node:timers/promises";
import {
  draftOn,
  isInShell,
  isMixed,
  isOf,
  isPictorial,
  isShown,
  markIn,
  rowOfOwn,
} from "../../core/actions/shown-text.ts";
import { tmuxString } from "../../core/actions/tmux-words.ts";
import type { Seen } from "../../core/actions/would-answer-another.ts";
import type { Tidy, Typing } from "../../core/adapter/delivery-plan.ts";
import type { ReadScreen } from "../../core/adapter/screen-reader.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Clock } from "../base/clock.ts";
import type { GuardedPane } from "./guarded-pane.ts";
import { paste } from "./paste.ts";
import { PhaseLog } from "./phase-log.ts";

/** Some agents take an earlier Enter as part of the text. */
const SETTLE_MS = 400;
/** How long the text may take to appear. */
const APPEARS_MS = 2_000;
/** A long paste is drawn slowly: additional time per character. */
const APPEARS_MS_PER_CHARACTER = 0.1;
const LOOK_MS = 100;
/** Enter is pressed again if the text is still in the box after this time. */
const STILL_THERE_MS = 700;
/** After the last Enter wait longer: a first prompt takes an agent seconds. */
const NEVER_LEFT_MS = 3_000;
const MAX_ENTERS = 3;
/** How often to look for the box before Enter: the agent may be redrawing it. */
const MAX_LOOKS = 5;
/** The agent's own commands: one that stays in the box is unknown to the agent, and would be refused again. */
const COMMAND = /^[/!]/;
/** How long the agent may take to show what it has added to a text. */
const REDRAWING_MS = 600;

export interface DeliveryDeps {
  guardedPane: GuardedPane;
  clock: Clock;
  typing: Typing;
  readScreen: ReadScreen | undefined;
}

/** Delivers text or keys to one runtime step by step, and records the evidence for each step. */
export class Delivery extends PhaseLog {
  private readonly deps: DeliveryDeps;
  /** The text was seen in the agent's input box: Enter is meant for it, and nothing that replaces it. */
  private wasInBox = false;
  /** The box was looked at before the text, and nobody's words were seen there. */
  private wasFree = false;

  constructor(deps: DeliveryDeps) {
    super(deps.clock);
    this.deps = deps;
  }

  /** A person's unsent text in the input box; null if none is seen. Throws where keys would be refused. */
  async draft(): Promise<string | null> {
    const { guardedPane, typing } = this.deps;
    const screen = await guardedPane.do(`capture-pane -p -t ${guardedPane.pane.pane_id}`, { areKeys: true });
    // the sign alone switches the box to shell mode, which would turn the text into a command
    const draft = isInShell(screen, typing.shellMode) ? "!" : this.written(screen) || null;
    this.wasFree = draft === null;
    return draft;
  }

  /** `shows`: only while the screen shows these rows. */
  async keys(keys: readonly string[], shows: readonly string[] = []): Promise<void> {
    const { guardedPane } = this.deps;
    await guardedPane.do(`send-keys -t ${guardedPane.pane.pane_id} -- ${keys.map(tmuxString).join(" ")}`, {
      areKeys: true,
      shows,
    });
    this.reach("typed", "tmux");
  }

  async type(text: string, by: "keys" | "paste", shows: readonly string[] = []): Promise<void> {
    const { guardedPane } = this.deps;
    if (by === "paste") await paste(this.deps, text, () => this.reach("typed", "tmux"));
    else
      await guardedPane.do(`send-keys -t ${guardedPane.pane.pane_id} -l -- ${tmuxString(text)}`, {
        areKeys: true,
        shows,
      });
    this.reach("typed", "tmux");
  }

  /** Waits until the text is seen, or should have been. */
  async look(text: string): Promise<Seen> {
    const { guardedPane, clock, readScreen, typing } = this.deps;
    const startedAt = clock.now();
    const patience = APPEARS_MS + text.length * APPEARS_MS_PER_CHARACTER;
    let seen: Seen = "nothing";
    await sleep(SETTLE_MS);
    while (clock.now() - startedAt < patience) {
      const lines = await guardedPane.screen();
      seen = isDialog(lines, readScreen) ? "dialog" : "nothing";
      if (isShown(lines, text, typing.pastePlaceholder) || (isPictorial(text) && this.written(lines))) {
        this.reach("typed", "screen");
        this.wasInBox = this.rowOf(text, lines) !== null;
        return seen === "dialog" ? seen : "text";
      }
      await sleep(LOOK_MS);
    }
    return seen;
  }

  /** Undoes what the agent has added to the text, or would do to its end. */
  async tidy(text: string): Promise<void> {
    const { guardedPane, typing } = this.deps;
    for (const tidy of typing.tidies ?? []) {
      if (!tidy.text.test(text) || !(await this.isUntidy(tidy))) continue;
      await guardedPane.do(`send-keys -t ${guardedPane.pane.pane_id} ${tidy.keys.join(" ")}`, { areKeys: true });
      await sleep(LOOK_MS);
    }
  }

  /**
   * Presses Enter, again if the text is still in the box; returns the time of the first press. `guard` is called before
   * each with what the screen shows (null if neither the text nor a dialog), and may throw.
   */
  async enter(text: string, guard: (seen: Seen | null) => void): Promise<number> {
    const { guardedPane, clock } = this.deps;
    const pressedAt = clock.now();
    for (let pressed = 1; ; pressed += 1) {
      // the text is gone: the previous Enter has sent it
      if (!(await this.press(text, guard, pressed > 1))) return pressedAt;
      this.reach("submitted", "tmux");
      const isLast = pressed === mostEnters(text);
      const left = await this.hasLeft(text, isLast ? NEVER_LEFT_MS : STILL_THERE_MS);
      if (left === true) this.reach("submitted", "screen");
      if (left !== false || isLast) {
        if (left === false)
          throw new Fault(
            "E_NOT_DELIVERED",
            `the text is typed in pane ${guardedPane.pane.pane_id}, but Enter does not send it`,
          );
        return pressedAt;
      }
    }
  }

  /** Presses Enter only while the box shows the text: a dialog opened meanwhile would take it for an answer. */
  private async press(text: string, guard: (seen: Seen | null) => void, isAgain: boolean): Promise<boolean> {
    const { guardedPane, readScreen, typing } = this.deps;
    for (let looks = 1; ; looks += 1) {
      const lines = await guardedPane.screen();
      const row = this.rowOf(text, lines);
      guard(row !== null ? "text" : asksOn(lines, readScreen) ? "dialog" : null);
      if (row === null && isAgain) return false;
      // an agent that draws late had not shown yet what somebody typed before
      if (this.wasFree && isMixed(lines, text, readScreen, typing.shellMode)) throw mixed(guardedPane);
      // a list of completions may cover the box while the text is visible
      if (row !== null || !this.wasInBox || isShown(lines, text, typing.pastePlaceholder)) {
        // each look showed the row, and tmux never matched it, because tmux stores it differently: press without the mark
        const mark = row === null || looks === MAX_LOOKS ? null : markIn(row);
        const shows = mark === null ? [] : [mark];
        const isPressed = await guardedPane
          .do(`send-keys -t ${guardedPane.pane.pane_id} Enter`, { areKeys: true, shows })
          .then(() => true, isOtherScreen);
        if (isPressed) return true;
      }
      if (looks === MAX_LOOKS) throw notSent(guardedPane);
      await sleep(LOOK_MS);
    }
  }

  private rowOf(text: string, lines: readonly string[]): string | null {
    return rowOfOwn(lines, text, this.deps.readScreen, this.deps.typing.pastePlaceholder);
  }

  /** Whether the text has left the box; null if no box is seen. */
  private async hasLeft(text: string, patienceMs: number): Promise<boolean | null> {
    const { guardedPane, clock, readScreen, typing } = this.deps;
    const pressedAt = clock.now();
    for (;;) {
      await sleep(LOOK_MS);
      // an agent that has exited, or runs another program, has taken the Enter too
      const lines = await guardedPane.screen().catch(() => null);
      const draft = lines === null ? null : draftOn(lines, readScreen);
      if (draft === "") return true;
      // other text: nothing is known about ours
      if (draft === null || !isOf(draft, text, typing.pastePlaceholder)) return null;
      if (clock.now() - pressedAt > patienceMs) return false;
    }
  }

  /** The text in the box; empty if there is none, or no box is seen. */
  private written(lines: readonly string[]): string {
    const { readScreen, typing } = this.deps;
    const draft = draftOn(lines, readScreen) ?? "";
    return typing.hint?.test(draft) ? "" : draft;
  }

  /** Whether there is something to undo; else the keys would do something different. */
  private async isUntidy({ box, line }: Tidy): Promise<boolean> {
    const { guardedPane, clock } = this.deps;
    for (const lookedAt = clock.now(); ; await sleep(LOOK_MS)) {
      const lines = await guardedPane.screen();
      const isBox = box?.test(this.written(lines)) ?? true;
      const isLine = line === undefined || lines.some((each) => line.test(each));
      if (isBox && isLine) return true;
      if (clock.now() - lookedAt > REDRAWING_MS) return false;
    }
  }
}

/** The agent asks something and has no text in an input box. */
function isDialog(lines: readonly string[], readScreen: ReadScreen | undefined): boolean {
  const seen = readScreen?.({ lines });
  if (seen?.type !== "read" || draftOn(lines, readScreen)) return false;
  const { evidence } = seen.reading;
  return evidence.kind === "level" && evidence.phase === "ask";
}

/** The screen asks something, by a dialog or a menu: a key would answer it. */
export function asksOn(lines: readonly string[], readScreen: ReadScreen | undefined): boolean {
  return isDialog(lines, readScreen) || hasMenu(lines, readScreen);
}

/** An unknown menu replaces the input box. */
function hasMenu(lines: readonly string[], readScreen: ReadScreen | undefined): boolean {
  const seen = readScreen?.({ lines });
  return seen?.type === "unrecognised" && seen.hasMenu === true && draftOn(lines, readScreen) === null;
}

/** False for a refusal because of a changed screen; rethrows any other error. */
function isOtherScreen(error: unknown): false {
  if (error instanceof Fault && error.details.guard === "dialog") return false;
  throw error;
}

function notSent({ pane }: GuardedPane): Fault {
  const words = `the text is typed in pane ${pane.pane_id} and not sent: it is not seen to stand in the agent's box any more`;
  return new Fault("E_NOT_DELIVERED", words, { guard: "dialog", pane: pane.pane_id });
}

function mixed({ pane }: GuardedPane): Fault {
  const words = `the text is typed in pane ${pane.pane_id} and not sent: it stands behind what somebody had typed there; look at it, and send or clear both`;
  return new Fault("E_NOT_DELIVERED", words, { guard: "draft", pane: pane.pane_id });
}

function mostEnters(text: string): number {
  return COMMAND.test(text) ? 1 : MAX_ENTERS;
}
