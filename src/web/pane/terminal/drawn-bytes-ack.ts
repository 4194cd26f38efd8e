/** Well below the amount at which the daemon waits for an acknowledgement (`ACK_EVERY` of the protocol). */
const TELL_AT = 32 * 1024;

export interface DrawnBytesAck {
  came(bytes: number): void;
  drew(bytes: number): void;
}

/**
 * Counts received and drawn bytes of one socket, and acknowledges them: not per frame, but always when all is drawn.
 */
export function drawnBytesAck(tell: (drawn: number) => void): DrawnBytesAck {
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
