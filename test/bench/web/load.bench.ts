import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIRST_LOAD_REACH_KB, firstLoadKb } from "../../support/first-load.ts";
import { startPageServer } from "../../support/page-server.ts";
import type { BenchResult } from "../bench-result.ts";

/** The size of what a browser fetches before it shows anything, as the daemon sends it. */
export async function benchLoad(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), "agtmux-load-"));
  const server = await startPageServer([], dir);
  try {
    const { sent, plain } = await firstLoadKb(Number(new URL(server.link).port));
    return [
      {
        name: "the page's first load",
        floor: "–",
        ratio: sent,
        unit: "KB (brotli)",
        reach: `≤ ${FIRST_LOAD_REACH_KB}`,
        ok: sent <= FIRST_LOAD_REACH_KB,
        detail: `${plain.toFixed(0)} KB uncompressed`,
      },
    ];
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
