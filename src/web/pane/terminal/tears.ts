import type { BrowserEnv } from "../../live/stream.ts";

const QUIET_MS = 500;
const REST_MS = 3_000;

/** The part of xterm.js's buffer that is read. */
export interface TornRows {
  rows: number;
  cols: number;
  buffer: {
    active: {
      baseY: number;
      getLine(y: number):
        | {
            getCell(x: number): TornCell | undefined;
          }
        | undefined;
    };
  };
}

interface TornCell {
  getCode(): number;
  getWidth(): number;
  isAttributeDefault(): boolean;
}

/**
 * When half of a wide character is overwritten, the other half turns blank: with default attributes in tmux, with the
 * current ones in xterm.js. So an empty cell with attributes counts as a tear; other such cells are rare.
 */
export function hasTears({ rows, cols, buffer: { active } }: TornRows): boolean {
  for (let y = 0; y < rows; y += 1) {
    const line = active.getLine(active.baseY + y);
    for (let x = 0; x < cols; x += 1) {
      const cell = line?.getCell(x);
      if (cell !== undefined && cell.getCode() === 0 && cell.getWidth() === 1 && !cell.isAttributeDefault())
        return true;
    }
  }
  return false;
}

export interface TearWatch {
  /** Call after these bytes were drawn: before that the buffer does not show them. */
  drew(bytes: Uint8Array): void;
  /** Call after the screen was replaced with these bytes, and so has no tears. */
  restarted(bytes: Uint8Array): void;
  close(): void;
}

/** Requests a fresh screen when it has tears and output is quiet. Checks only if wide characters were printed. */
export function watchTears(
  { after, now }: Pick<BrowserEnv, "after" | "now">,
  isTorn: () => boolean,
  mend: () => void,
): TearWatch {
  let sawWide = false;
  let mendedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  const look = () => {
    if (!isTorn()) return;
    mendedAt = now();
    mend();
  };
  return {
    drew(bytes) {
      sawWide ||= bytes.some(beginsWide);
      if (!sawWide) return;
      cancel();
      cancel = after(Math.max(QUIET_MS, mendedAt + REST_MS - now()), look);
    },
    restarted(bytes) {
      cancel();
      sawWide = bytes.some(beginsWide);
    },
    close: () => cancel(),
  };
}

/** Whether this is the first UTF-8 byte of nearly all characters that are two cells wide. */
function beginsWide(byte: number): boolean {
  return (byte >= 0xe3 && byte <= 0xef) || byte === 0xf0;
}
