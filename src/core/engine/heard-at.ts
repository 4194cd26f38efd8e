import type { Admitted } from "./admit.ts";

/**
 * When something new was last heard. A level that repeats itself is not new. A process that continues is, so that the
 * time in which it was stopped does not count as silence.
 */
export function heardAt({ edges, childEdges, touched, said, looks, process, typedAt }: Admitted): number {
  const words = [...edges, ...childEdges, ...touched, ...said].map(({ at }) => at);
  const turned = [...looks, ...(process === null ? [] : [process])].map(({ changedAt }) => changedAt);
  return Math.max(typedAt, ...words, ...turned);
}
