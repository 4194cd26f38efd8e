import { rmSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { copyDatabase } from "../store/copy-database.ts";

/** Worker thread: copying a large database takes seconds and must not delay signals. */
const { from, to } = workerData as { from: string; to: string };
try {
  copyDatabase(from, to);
  parentPort?.postMessage(null);
} catch (error) {
  rmSync(to, { force: true });
  parentPort?.postMessage(error instanceof Error ? error.message : String(error));
}
