import type { Clock } from "./clock.ts";

export interface Problem {
  code: string;
  message: string;
  since: number;
}

/** What a person should know about the daemon itself; each problem stays until it is over. */
export class Problems {
  private readonly open = new Map<string, Problem>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** True when this is news. `about` tells apart what has the same code. */
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
