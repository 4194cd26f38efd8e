import { setTimeout as sleep } from "node:timers/promises";
import { BEGINNING, type Goal, type Move, nextMove, type Progress } from "../../core/actions/answer-plan.ts";
import { marksOf } from "../../core/actions/dialog-marks.ts";
import { isShown } from "../../core/actions/shown-text.ts";
import { type Dialog, type ReadDialog, signatureOf } from "../../core/adapter/dialog.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { plainRow } from "../../core/terminal/plain-row.ts";
import type { Clock } from "../base/clock.ts";
import type { Delivery } from "./delivery.ts";
import type { GuardedPane } from "./guarded-pane.ts";

/** A captured screen and its dialog. */
export interface ScreenSnapshot {
  dialog: Dialog | null;
  lines: string[];
}

type OpenDialog = ScreenSnapshot & { dialog: Dialog };

const LOOK_MS = 80;
/** How long a key may take to show. */
const SHOWS_MS = 1_500;
/** How long an answered dialog may take to close. */
const GONE_MS = 6_000;
/** After this time, a choice that the cursor has moved to was not picked by its key. */
const PICKED_MS = 1_500;
/** Limit against endless lists. */
const MAX_MOVES = 40;
const SHOWN_ROWS = 12;

/** Operates one dialog: presses only keys that lead to the goal, and captures the screen after each. */
export class DialogDriver {
  private readonly deps: { guardedPane: GuardedPane; delivery: Delivery; clock: Clock; readDialog: ReadDialog };

  constructor(deps: DialogDriver["deps"]) {
    this.deps = deps;
  }

  async look(): Promise<ScreenSnapshot> {
    const { guardedPane, readDialog } = this.deps;
    const styled = await guardedPane.styledScreen();
    const lines = styled.map((row) => plainRow(row).trimEnd());
    return { dialog: readDialog({ lines, styled }), lines };
  }

  /** Waits for a dialog, which may be painted later than its event. */
  async await(ms: number): Promise<ScreenSnapshot> {
    return this.until((snapshot) => snapshot.dialog !== null, ms);
  }

  /** Answers the dialog; returns the screen afterwards and when it was answered. */
  async answerDialog(goal: Goal, from: OpenDialog): Promise<{ after: ScreenSnapshot; at: number }> {
    let snapshot: ScreenSnapshot = from;
    let progress: Progress = BEGINNING;
    for (let step = 0; step < MAX_MOVES; step += 1) {
      const { dialog, lines } = snapshot;
      // while text is typed, the dialog may not be recognised
      if (dialog === null && !progress.typed) throw this.lost("the dialog is gone", lines);
      if (dialog !== null && progress.typed && !takesWords(dialog))
        throw this.lost("another dialog stands there: Enter would have answered it", lines);
      const move: Move = progress.typed ? ENTER : nextMove(dialog as Dialog, goal, progress);
      if (move.do === "lost") throw this.lost(move.why, lines);
      if (move.do === "type") {
        snapshot = await this.type(move.text, dialog as Dialog, lines);
        progress = { ...progress, typed: true };
        continue;
      }
      const marks =
        progress.typed && goal.type === "write" ? typedMarks(goal.text, lines) : marksOf(dialog as Dialog, lines);
      if (move.what === "confirms") {
        if (goal.type !== "pick" || dialog === null || move.keys.includes("Enter"))
          return this.confirm(move.keys, snapshot, marks);
        return this.pick(move.keys, { dialog, lines }, goal.label, marks);
      }
      await this.deps.delivery.keys(move.keys, marks);
      const seen = new Set([...progress.seen, ...(dialog?.options.map(({ label }) => label) ?? [])]);
      progress = { ...progress, seen };
      const before = snapshot;
      // ignore half-drawn frames
      snapshot = await this.until((now) => now.dialog !== null && !isDrawnAlike(now, before), SHOWS_MS);
      // the key may still be in flight: pressing it again could move one too far
      if (isDrawnAlike(snapshot, before))
        throw this.lost(`${move.keys.join(" ")} was pressed, and nothing moved`, lines);
    }
    throw this.lost("the keys do not lead there", snapshot.lines);
  }

  /** Presses the key of a choice, and Enter if that has only moved the cursor there. */
  private async pick(keys: readonly string[], from: OpenDialog, label: string, marks: readonly string[]) {
    const { delivery, clock } = this.deps;
    const at = clock.now();
    const before = signatureOf(from.dialog);
    await delivery.keys(keys, marks);
    const stands = (now: ScreenSnapshot) => now.dialog !== null && signatureOf(now.dialog) === before;
    const after = await this.until((now) => !stands(now), PICKED_MS);
    const { dialog, lines } = after;
    if (dialog !== null && stands(after) && dialog.cursor !== from.dialog.cursor && chosen(dialog) === label)
      return this.confirm(["Enter"], { dialog, lines });
    if (!stands(after)) delivery.reach("submitted", "screen");
    return stands(after) ? this.gone(keys, before, at) : { after, at };
  }

  /** Presses the final keys; whatever is shown afterwards must be another dialog or none. */
  async confirm(keys: readonly string[], { dialog, lines }: ScreenSnapshot, marks?: readonly string[]) {
    const { delivery, clock } = this.deps;
    const at = clock.now();
    const shows = marks ?? (dialog === null ? [] : marksOf(dialog, lines));
    const before = dialog === null ? null : signatureOf(dialog);
    await delivery.keys(keys, shows);
    return this.gone(keys, before, at);
  }

  private async gone(keys: readonly string[], before: string | null, at: number) {
    const { delivery } = this.deps;
    const after = await this.until((now) => now.dialog === null || signatureOf(now.dialog) !== before, GONE_MS);
    if (after.dialog !== null && signatureOf(after.dialog) === before)
      throw this.lost(`${keys.join(" ")} was pressed, and the dialog still stands`, after.lines);
    delivery.reach("submitted", "screen");
    return { after, at };
  }

  private async type(text: string, dialog: Dialog, lines: readonly string[]): Promise<ScreenSnapshot> {
    await this.deps.delivery.type(text, "keys", marksOf(dialog, lines));
    const snapshot = await this.until((now) => isShown(now.lines, text), SHOWS_MS);
    if (!isShown(snapshot.lines, text)) throw this.lost("the words are typed, and not to be seen", snapshot.lines);
    this.deps.delivery.reach("typed", "screen");
    return snapshot;
  }

  private async until(isThere: (snapshot: ScreenSnapshot) => boolean, ms: number): Promise<ScreenSnapshot> {
    const { clock } = this.deps;
    for (const deadline = clock.now() + ms; ; ) {
      const snapshot = await this.look();
      if (isThere(snapshot) || clock.now() >= deadline) return snapshot;
      await sleep(LOOK_MS);
    }
  }

  private lost(why: string, lines: readonly string[]): Fault {
    const shown = lines.filter((line) => line.trim() !== "").slice(-SHOWN_ROWS);
    const { pane_id } = this.deps.guardedPane.pane;
    return new Fault("E_NOT_DELIVERED", `not answered in pane ${pane_id}: ${why}`, {
      guard: "dialog",
      pane: pane_id,
      screen: shown,
    });
  }
}

function chosen({ options, cursor }: Dialog): string | undefined {
  return cursor === null ? undefined : options[cursor]?.label;
}

/** A text field is open, or there is no option that Enter could pick. */
function takesWords({ writes, options }: Dialog): boolean {
  return writes === true || options.length === 0;
}

const ENTER: Move = { do: "press", keys: ["Enter"], what: "confirms" };

/** The end of the typed text, as far as one row shows it. */
function typedMarks(text: string, lines: readonly string[]): string[] {
  const end = text.trim().slice(-LONGEST_MARK);
  const isWhole = lines.some((line) => line.includes(end));
  return [isWhole ? end : (text.trim().split(/\s+/).at(-1) ?? "").slice(-LONGEST_MARK)].filter((mark) => mark !== "");
}

const LONGEST_MARK = 24;

/** The same dialog with the same cursor and ticks: nothing has happened yet. */
function isDrawnAlike(one: ScreenSnapshot, other: ScreenSnapshot): boolean {
  const [a, b] = [one.dialog, other.dialog];
  if (a === null || b === null) return a === b;
  const drawn = ({ cursor, options, writes }: Dialog) => JSON.stringify([cursor, writes ?? false, options]);
  return signatureOf(a) === signatureOf(b) && drawn(a) === drawn(b);
}
