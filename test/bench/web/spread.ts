import { percentile } from "../percentile.ts";

export function spread(times: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
  return `p50 ${p50}, p95 ${p95}, p99 ${p99} ms`;
}
