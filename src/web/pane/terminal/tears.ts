import type { Surroundings } from "../../live/stream.ts";

const QUIET_MS = 500;
const REST_MS = 3_000;

/** The part of xterm.js's buffer that is looked at. */
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
 * Where half of a wide character was overwritten, the other half is blank: plain to tmux, in the looks of the moment to
 * xterm.js. Such cells were never printed and have looks; others of that kind are rare enough to be taken for them.
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
  /** These have been drawn: what only came cannot be looked at yet. */
  drew(bytes: Uint8Array): void;
  /** All is as it should be, with these bytes. */
  restarted(bytes: Uint8Array): void;
  close(): void;
}

/** Has the screen drawn afresh when it has tears and is quiet. Where nothing wide was ever printed, it does not look. */
export function watchTears(
  { after, now }: Pick<Surroundings, "after" | "now">,
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

/** The first byte, in UTF-8, of nearly all that is two cells wide. */
function beginsWide(byte: number): boolean {
  return (byte >= 0xe3 && byte <= 0xef) || byte === 0xf0;
}
