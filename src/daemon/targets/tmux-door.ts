import type { RunningProgram } from "./executor.ts";

/** So soon after a session that came or went another one is likely to. */
const CALM_MS = 1_000;
/** After so long a burst of them is over. */
const BURST_MS = 2_000;
/** Where there is no end of them, we enter all the same. */
const LONGEST_UNREST_MS = 5_000;
/** Who takes longer hangs, and keeps nobody else waiting. */
const LONGEST_TURN_MS = 5_000;

interface Turn {
  alone: boolean;
  go(): void;
}

/**
 * tmux (up to 3.6) ends, with every session in it, when it has something to tell all control clients while one of them is
 * on its way in: that one has no queue yet. A session that comes or goes is told to all, and so is a client that leaves.
 * So our clients enter one at a time, neither while another one leaves nor in a burst of sessions.
 */
export class TmuxDoor {
  private readonly queue: Turn[] = [];
  private entering = false;
  private others = 0;
  private stirredAt = Number.NEGATIVE_INFINITY;
  private burstAt = Number.NEGATIVE_INFINITY;

  /** Starts a control client when it may enter. */
  async enter(start: () => RunningProgram): Promise<RunningProgram> {
    const through = await this.calmTurn();
    try {
      const child = start();
      let late: NodeJS.Timeout | undefined;
      const isIn = () => {
        clearTimeout(late);
        through();
      };
      const wait = () => {
        late = setTimeout(through, LONGEST_TURN_MS).unref();
      };
      // a login shell that takes its time is not on its way in yet
      if (child.begun === undefined) wait();
      else void child.begun.then(wait);
      // its first words are the answer to the attach
      child.stdout.once("data", isIn);
      child.once("error", isIn);
      child.once("close", isIn);
      return child;
    } catch (error) {
      through();
      throw error;
    }
  }

  /** Ends a client while nobody enters. */
  async leave(child: RunningProgram): Promise<void> {
    await this.quietly(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once("close", resolve));
      child.stdin.end();
      await gone;
    });
  }

  /** For work that tmux tells all its clients of. */
  async quietly<T>(work: () => Promise<T>): Promise<T> {
    const through = await this.turn(false);
    const late = setTimeout(through, LONGEST_TURN_MS).unref();
    try {
      return await work();
    } finally {
      clearTimeout(late);
      through();
    }
  }

  /** A session has come or gone. */
  stir(): void {
    const now = performance.now();
    if (now - this.stirredAt >= BURST_MS) this.burstAt = now;
    this.stirredAt = now;
  }

  /** For how long sessions have been coming and going; 0 where they do not. */
  unrestMs(): number {
    const now = performance.now();
    return now - this.stirredAt >= BURST_MS ? 0 : Math.max(1, now - this.burstAt);
  }

  private async calmTurn(): Promise<() => void> {
    const latest = performance.now() + LONGEST_UNREST_MS;
    for (;;) {
      await this.calm(latest);
      const through = await this.turn(true);
      if (performance.now() >= Math.min(this.stirredAt + CALM_MS, latest)) return through;
      through();
    }
  }

  private async calm(latest: number): Promise<void> {
    for (;;) {
      const wait = Math.min(this.stirredAt + CALM_MS, latest) - performance.now();
      if (wait <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, wait).unref());
    }
  }

  /** Resolves with what is to be called once, or more often, when it is over. */
  private turn(alone: boolean): Promise<() => void> {
    return new Promise((resolve) => {
      let over = false;
      const through = () => {
        if (over) return;
        over = true;
        if (alone) this.entering = false;
        else this.others -= 1;
        this.next();
      };
      this.queue.push({ alone, go: () => resolve(through) });
      this.next();
    });
  }

  private next(): void {
    for (;;) {
      const first = this.queue[0];
      if (first === undefined || this.entering || (first.alone && this.others > 0)) return;
      this.queue.shift();
      if (first.alone) this.entering = true;
      else this.others += 1;
      first.go();
    }
  }
}

/** One for each tmux server of a machine. */
export class TmuxDoors {
  private readonly doors = new Map<string, TmuxDoor>();

  of(socketName: string): TmuxDoor {
    const door = this.doors.get(socketName) ?? new TmuxDoor();
    this.doors.set(socketName, door);
    return door;
  }
}
