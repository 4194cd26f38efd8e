/** Runs the tasks of each name in order, so that the last one wins; a hanging name blocks no other. */
export class TaskQueues {
  private readonly ends = new Map<string, Promise<void>>();
  private readonly onFailed: (error: unknown) => void;

  constructor(onFailed: (error: unknown) => void) {
    this.onFailed = onFailed;
  }

  /** Settles with the task; rejects when `signal` aborts, even while the task is queued. */
  async add(name: string, task: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    const done = (this.ends.get(name) ?? Promise.resolve()).then(task);
    this.ends.set(name, done.catch(this.onFailed));
    if (signal === undefined) return done;
    signal.throwIfAborted();
    let leave = () => {};
    const aborted = new Promise<never>((_, reject) => {
      const end = () => reject(signal.reason);
      signal.addEventListener("abort", end, { once: true });
      leave = () => signal.removeEventListener("abort", end);
    });
    return Promise.race([done, aborted]).finally(leave);
  }

  /** Resolves when all tasks are done, or after `ms`; then hanging tasks are abandoned. */
  async over(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, ms);
    });
    await Promise.race([Promise.all(this.ends.values()), late]).finally(() => clearTimeout(timer));
    this.ends.clear();
  }
}
