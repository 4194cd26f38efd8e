import { setTimeout as sleep } from "node:timers/promises";
import { BEGINNING, type Goal, type Move, nextMove, type Progress } from "../../core/actions/answer-plan.ts";
import { marksOf } from "../../core/actions/dialog-marks.ts";
import { isShown } from "../../core/actions/shown-text.ts";
import { type Dialog, type ReadDialog, signatureOf } from "../../core/agents/dialog.ts";
import { Fault } from "../../core/protocol/fault.ts";
import { plainRow } from "../../core/terminal/plain-row.ts";
import type { Clock } from "../clock.ts";
import type { Delivery } from "./delivery.ts";
import type { PaneHold } from "./pane-hold.ts";

/** A screen, and the dialog on it. */
export interface Sight {
  dialog: Dialog | null;
  lines: string[];
}

const LOOK_MS = 80;
/** Until then a key should show. */
const SHOWS_MS = 1_500;
/** Until then an answered dialog should be gone. */
const GONE_MS = 6_000;
/** A list has an end. */
const MOST_MOVES = 40;
const SHOWN_ROWS = 12;

/** Works one dialog: presses only what brings it nearer to what is wanted, and looks after each key. */
export class DialogHands {
  private readonly deps: { hold: PaneHold; delivery: Delivery; clock: Clock; readDialog: ReadDialog };

  constructor(deps: DialogHands["deps"]) {
    this.deps = deps;
  }

  async look(): Promise<Sight> {
    const { hold, readDialog } = this.deps;
    const styled = await hold.styledScreen();
    const lines = styled.map((row) => plainRow(row).trimEnd());
    return { dialog: readDialog({ lines, styled }), lines };
  }

  /** Until a dialog is there, for a moment: it may be painted later than it is told. */
  async await(ms: number): Promise<Sight> {
    return this.until((sight) => sight.dialog !== null, ms);
  }

  /** Returns what stands there once it is answered, and when that was done. */
  async pursue(goal: Goal, from: Sight & { dialog: Dialog }): Promise<{ after: Sight; at: number }> {
    let sight: Sight = from;
    let progress: Progress = BEGINNING;
    for (let step = 0; step < MOST_MOVES; step += 1) {
      const { dialog, lines } = sight;
      // while words are typed it may look like none
      if (dialog === null && !progress.typed) throw this.lost("the dialog is gone", lines);
      if (dialog !== null && progress.typed && !takesWords(dialog))
        throw this.lost("another dialog stands there: Enter would have answered it", lines);
      const move: Move = progress.typed ? ENTER : nextMove(dialog as Dialog, goal, progress);
      if (move.do === "lost") throw this.lost(move.why, lines);
      if (move.do === "type") {
        sight = await this.type(move.text, dialog as Dialog, lines);
        progress = { ...progress, typed: true };
        continue;
      }
      const marks =
        progress.typed && goal.type === "write" ? typedMarks(goal.text, lines) : marksOf(dialog as Dialog, lines);
      if (move.what === "confirms") return this.confirm(move.keys, sight, marks);
      await this.deps.delivery.keys(move.keys, marks);
      const seen = new Set([...progress.seen, ...(dialog?.options.map(({ label }) => label) ?? [])]);
      progress = { ...progress, seen };
      const before = sight;
      // half a frame is none
      sight = await this.until((now) => now.dialog !== null && !isDrawnAlike(now, before), SHOWS_MS);
      // it may still be on its way: pressed again it could go one too far
      if (isDrawnAlike(sight, before)) throw this.lost(`${move.keys.join(" ")} was pressed, and nothing moved`, lines);
    }
    throw this.lost("the keys do not lead there", sight.lines);
  }

  /** Presses what ends it; whatever stands there afterwards is something else. */
  async confirm(keys: readonly string[], { dialog, lines }: Sight, marks?: readonly string[]) {
    const { delivery, clock } = this.deps;
    const at = clock.now();
    const shows = marks ?? (dialog === null ? [] : marksOf(dialog, lines));
    const before = dialog === null ? null : signatureOf(dialog);
    await delivery.keys(keys, shows);
    const after = await this.until((now) => now.dialog === null || signatureOf(now.dialog) !== before, GONE_MS);
    if (after.dialog !== null && signatureOf(after.dialog) === before)
      throw this.lost(`${keys.join(" ")} was pressed, and the dialog still stands`, after.lines);
    delivery.reach("submitted", "screen");
    return { after, at };
  }

  private async type(text: string, dialog: Dialog, lines: readonly string[]): Promise<Sight> {
    await this.deps.delivery.type(text, "keys", marksOf(dialog, lines));
    const sight = await this.until((now) => isShown(now.lines, text), SHOWS_MS);
    if (!isShown(sight.lines, text)) throw this.lost("the words are typed, and not to be seen", sight.lines);
    this.deps.delivery.reach("typed", "screen");
    return sight;
  }

  private async until(isThere: (sight: Sight) => boolean, ms: number): Promise<Sight> {
    const { clock } = this.deps;
    for (const deadline = clock.now() + ms; ; ) {
      const sight = await this.look();
      if (isThere(sight) || clock.now() >= deadline) return sight;
      await sleep(LOOK_MS);
    }
  }

  private lost(why: string, lines: readonly string[]): Fault {
    const shown = lines.filter((line) => line.trim() !== "").slice(-SHOWN_ROWS);
    const { pane_id } = this.deps.hold.pane;
    return new Fault("E_NOT_DELIVERED", `not answered in pane ${pane_id}: ${why}`, {
      guard: "dialog",
      pane: pane_id,
      screen: shown,
    });
  }
}

/** A line for words stands open, or there is nothing else that Enter could pick. */
function takesWords({ writes, options }: Dialog): boolean {
  return writes === true || options.length === 0;
}

const ENTER: Move = { do: "press", keys: ["Enter"], what: "confirms" };

/** The end of the words, as far as one row has it. */
function typedMarks(text: string, lines: readonly string[]): string[] {
  const end = text.trim().slice(-LONGEST_MARK);
  const isWhole = lines.some((line) => line.includes(end));
  return [isWhole ? end : (text.trim().split(/\s+/).at(-1) ?? "").slice(-LONGEST_MARK)].filter((mark) => mark !== "");
}

const LONGEST_MARK = 24;

/** The same dialog with cursor and ticks where they were: nothing has happened yet. */
function isDrawnAlike(one: Sight, other: Sight): boolean {
  const [a, b] = [one.dialog, other.dialog];
  if (a === null || b === null) return a === b;
  const drawn = ({ cursor, options, writes }: Dialog) => JSON.stringify([cursor, writes ?? false, options]);
  return signatureOf(a) === signatureOf(b) && drawn(a) === drawn(b);
}
