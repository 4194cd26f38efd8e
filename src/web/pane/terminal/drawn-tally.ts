/** Well before the daemon waits for it (`ACK_EVERY` of the protocol). */
const TELL_AT = 32 * 1024;

export interface DrawnTally {
  came(bytes: number): void;
  drew(bytes: number): void;
}

/** Counts what one socket has brought, and tells how much of it is drawn: not for every frame, and always at the end. */
export function drawnTally(tell: (drawn: number) => void): DrawnTally {
  let [came, drawn, told] = [0, 0, 0];
  return {
    came(bytes) {
      came += bytes;
    },
    drew(bytes) {
      drawn += bytes;
      if (drawn < came && drawn - told < TELL_AT) return;
      told = drawn;
      tell(drawn);
    },
  };
}
