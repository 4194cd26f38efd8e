/** The time on the server, also after this machine's clock was set: only what has passed since is measured here. */
export class ServerTime {
  private readonly steady: () => number;
  private readonly startedSteady: number;
  private heard: { at: number; steady: number } | null = null;
  private started: number | null = null;

  /** `steady`: milliseconds of a clock that nobody sets. */
  constructor(steady: () => number = () => performance.now()) {
    this.steady = steady;
    this.startedSteady = steady();
  }

  /** It is this time there now. */
  note(at: number): void {
    this.heard = { at, steady: this.steady() };
    this.started ??= at - (this.heard.steady - this.startedSteady);
  }

  /** Null before anything was heard of it. */
  now(): number | null {
    return this.heard === null ? null : this.heard.at + (this.steady() - this.heard.steady);
  }

  /** When this daemon started, on the server's clock. */
  get startedAt(): number | null {
    return this.started;
  }
}
