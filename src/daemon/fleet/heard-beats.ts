/** How late the server may tell us what it has stored from us. */
const LATEST_MS = 5_000;

/**
 * Whether our own beats come back to us. If they do not, we are told of others' by a server of a cluster that has not
 * got what the others have, and says nothing of it.
 */
export class HeardBeats {
  private readonly steady: () => number;
  private newest = 0;
  private awaited: { revision: number; since: number } | null = null;

  /** `steady`: milliseconds of a clock that nobody sets. */
  constructor(steady: () => number = () => performance.now()) {
    this.steady = steady;
  }

  stored(revision: number): void {
    if (revision > this.newest) this.awaited ??= { revision, since: this.steady() };
  }

  heard(revision: number): void {
    this.newest = Math.max(this.newest, revision);
    if (this.awaited !== null && this.awaited.revision <= revision) this.awaited = null;
  }

  /** Throws if one has been under way for too long. */
  expectNone(): void {
    if (this.awaited !== null && this.steady() - this.awaited.since > LATEST_MS)
      throw new Error("the server does not tell what it has stored");
  }
}
