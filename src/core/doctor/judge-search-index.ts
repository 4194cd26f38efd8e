import type { DoctorCheck } from "../protocol/daemon/targets.ts";

/** How large the index of conversations is; nothing if there is none. */
export function judgeSearchIndex(bytes: number | null): DoctorCheck[] {
  if (bytes === null) return [];
  return [{ name: "search index", status: "ok", found: `${(bytes / 1_048_576).toFixed(1)} MB`, advice: null }];
}
