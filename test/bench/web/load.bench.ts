import { resolve } from "node:path";
import { FIRST_LOAD_REACH_KB, firstLoadKb } from "../../support/first-load.ts";
import type { BenchResult } from "../bench-result.ts";

/** What a browser fetches before it shows anything. Run from the repository's root. */
export async function benchLoad(): Promise<BenchResult[]> {
  const { compressed, plain } = firstLoadKb(resolve("dist/web"));
  return [
    {
      name: "the page's first load, compressed",
      floor: "–",
      ratio: compressed,
      unit: "KB (gzip)",
      reach: `≤ ${FIRST_LOAD_REACH_KB}`,
      ok: compressed <= FIRST_LOAD_REACH_KB,
      detail: `${plain.toFixed(0)} KB as the daemon serves it on loopback, which compresses nothing`,
    },
  ];
}
