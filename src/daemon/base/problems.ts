import type { Clock } from "./clock.ts";

export interface Problem {
  code: string;
  message: string;
  since: number;
}

/** Problems of the daemon itself; each is listed until it is cleared. */
export class Problems {
  private readonly open = new Map<string, Problem>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** True if the message is new. `about` distinguishes problems of the same code. */
  raise(code: string, message: string, about = ""): boolean {
    const known = this.open.get(`${code} ${about}`);
    if (known?.message === message) return false;
    this.open.set(`${code} ${about}`, { code, message, since: known?.since ?? this.clock.now() });
    return true;
  }

  clear(code: string, about = ""): boolean {
    return this.open.delete(`${code} ${about}`);
  }

  list(): Problem[] {
    return [...this.open.values()];
  }
}
