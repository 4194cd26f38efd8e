import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hasWriter, unlinkQuietly } from "./fifo-end.ts";

/**
 * Removes FIFOs that former daemons have left, of panes and servers that are gone. FIFOs of living panes still have a
 * writer.
 */
export function clearPipes(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!hasWriter(path)) unlinkQuietly(path);
  }
}
