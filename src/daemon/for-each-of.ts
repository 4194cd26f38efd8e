/** Does the work for each of them, also after it has failed for one; then throws the first failure. */
export function forEachOf<T>(items: Iterable<T>, work: (item: T) => void): void {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
