import { readdirSync } from "node:fs";
import { join } from "node:path";
import { hasWriter, unlinkQuietly } from "../taps/fifo-end.ts";

/** FIFOs that daemons before us have left, of panes and servers that are gone. Into those of living panes somebody writes. */
export function clearPipes(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (!hasWriter(path)) unlinkQuietly(path);
  }
}
