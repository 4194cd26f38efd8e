import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Fills the disk of a directory to the last byte, with a file `filler`. */
export function fillDisk(directory: string): void {
  for (const bytes of [1024 * 1024, 4_096, 512, 1]) {
    for (;;) {
      try {
        writeFileSync(join(directory, "filler"), Buffer.alloc(bytes), { flag: "a" });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        break;
      }
    }
  }
}
