/** A pause of this length shows that nothing is buffered at the other end. */
const PAUSE_MS = 200;
const SPAN_MS = 2_000;
/** In one such span. Slower output, however long it lasts, does not fill a link. */
const MAX_BYTES = 256 * 1024;

/**
 * Detects much output without a pause over a link. tmux buffers without limit what its pipe does not take, so behind a
 * full link it would grow for as long as the pane prints.
 */
export class FloodGauge {
  private beganAt = 0;
  private lastAt = Number.NEGATIVE_INFINITY;
  private bytes = 0;
  private heldAt: number | null = null;

  /** Time between two pipes, without any output, does not count. */
  hold(now: number): void {
    this.heldAt = now;
  }

  goOn(now: number): void {
    const heldMs = this.heldAt === null ? 0 : now - this.heldAt;
    this.lastAt += heldMs;
    this.beganAt += heldMs;
    this.heldAt = null;
  }

  /** True once it is too much. */
  add(bytes: number, now: number): boolean {
    if (now - this.lastAt >= PAUSE_MS) this.begin(now);
    this.lastAt = now;
    this.bytes += bytes;
    if (now - this.beganAt < SPAN_MS) return false;
    const isTooMuch = this.bytes >= MAX_BYTES;
    if (!isTooMuch) this.begin(now);
    return isTooMuch;
  }

  private begin(now: number): void {
    this.beganAt = now;
    this.bytes = 0;
  }
}
