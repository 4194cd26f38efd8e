/** Does the work for all items, for at most so many of them at the same time, even if some fail; then throws the first error. */
export async function fewAtOnce<T>(most: number, items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const waiting = [...items];
  const worker = async () => {
    while (waiting.length > 0) {
      try {
        await work(waiting.shift() as T);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, worker));
  if (failures.length > 0) throw failures[0];
}
