import { Screen } from "../live/screen.ts";
import { asciiLine, isUnicode } from "./ascii-line.ts";
import { draw } from "./draw.ts";
import type { Event, Model, Size } from "./model.ts";
import { nextExpiry } from "./reduce.ts";

/** Draws the model: at once after a key, else at most every `intervalMs`, and when something that is shown gets older. */
export class Display {
  private readonly screen = new Screen();
  private readonly intervalMs: number;
  private readonly dispatch: (event: Event) => void;
  private drawnAt = Number.NEGATIVE_INFINITY;
  private pending: NodeJS.Timeout | undefined;
  private aging: NodeJS.Timeout | undefined;
  private readonly isUnicode = isUnicode(process.env);
  model: Model;

  constructor(model: Model, intervalMs: number, dispatch: (event: Event) => void) {
    this.model = model;
    this.intervalMs = intervalMs;
    this.dispatch = dispatch;
  }

  static size(): Size {
    const { columns = 80, rows = 24 } = process.stdout;
    return { columns: Math.max(30, columns), rows: Math.max(4, rows) };
  }

  /** Also if it is already open: another program may have written to the terminal. */
  open(): void {
    this.close();
    this.screen.open();
    process.stdout.on("resize", this.resized);
    this.resized();
  }

  close(): void {
    clearTimeout(this.pending);
    clearTimeout(this.aging);
    this.pending = undefined;
    process.stdout.removeListener("resize", this.resized);
    this.screen.close();
  }

  show(model: Model, because: Event["type"]): void {
    const isSame = model === this.model;
    this.model = model;
    if (isSame || because === "drawn") return;
    if (because === "key" || because === "size") {
      this.drawNow();
      return;
    }
    const wait = Math.max(0, this.drawnAt + this.intervalMs - performance.now());
    this.pending ??= setTimeout(() => this.drawNow(), wait);
  }

  /** Everything, whatever the terminal shows now. */
  redraw(): void {
    this.screen.forget();
    this.drawNow();
  }

  private readonly resized = (): void => {
    this.screen.forget();
    this.dispatch({ type: "size", size: Display.size() });
  };

  private drawNow(): void {
    clearTimeout(this.pending);
    clearTimeout(this.aging);
    this.pending = undefined;
    const { lines, cursor, nextAge } = draw(this.model, Date.now());
    const shown = this.isUnicode ? lines : lines.map(asciiLine);
    this.screen.show(shown, this.model.size.columns, cursor);
    this.drawnAt = performance.now();
    this.dispatch({ type: "drawn", at: this.drawnAt });
    const expiry = nextExpiry(this.model);
    const waits = [nextAge, expiry === null ? null : expiry - this.drawnAt].filter((wait) => wait !== null);
    if (waits.length === 0) return;
    this.aging = setTimeout(() => this.older(), Math.max(1, Math.min(...waits)));
  }

  private older(): void {
    this.dispatch({ type: "time", at: performance.now() });
    this.drawNow();
  }
}
