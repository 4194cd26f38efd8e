import type { Admitted } from "./admit.ts";

/**
 * When something new was last received: a repeated level is not new, and a continued process is (do not count stopped
 * time as silence).
 */
export function heardAt({ edges, childEdges, touched, said, looks, process, typedAt }: Admitted): number {
  const words = [...edges, ...childEdges, ...touched, ...said].map(({ at }) => at);
  const turned = [...looks, ...(process === null ? [] : [process])].map(({ changedAt }) => changedAt);
  return Math.max(typedAt, ...words, ...turned);
}
