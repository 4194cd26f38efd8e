/**
 * Starts the same work again after each of the pauses, as long as nothing has come of it. The first result counts, and
 * later ones are discarded. A failure counts at once unless `isSilence` says that there was just no answer.
 */
export function hedge<T>(
  start: () => Promise<T>,
  pausesMs: readonly number[],
  { isSilence, discard }: { isSilence(error: unknown): boolean; discard(late: T): void },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let open = 0;
    const waiting = new Set<NodeJS.Timeout>();
    const end = (settle: () => void) => {
      isOver = true;
      for (const timer of waiting) clearTimeout(timer);
      settle();
    };
    const attempt = () => {
      open += 1;
      start().then(
        (result) => (isOver ? discard(result) : end(() => resolve(result))),
        (error: unknown) => {
          open -= 1;
          const mayStillCome = open > 0 || waiting.size > 0;
          if (!isOver && !(isSilence(error) && mayStillCome)) end(() => reject(error));
        },
      );
    };
    for (const pause of pausesMs) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        attempt();
      }, pause);
      waiting.add(timer);
    }
    attempt();
  });
}
