/** Does so many at once, and then the next ones. */
export async function inParts<From, To>(
  all: readonly From[],
  atOnce: number,
  work: (each: From) => Promise<To>,
): Promise<To[]> {
  const done: To[] = [];
  for (let at = 0; at < all.length; at += atOnce)
    done.push(...(await Promise.all(all.slice(at, at + atOnce).map(work))));
  return done;
}
