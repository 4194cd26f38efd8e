/** Does the work for all items even if some fail; then throws the first error. */
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
