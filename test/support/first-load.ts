import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

export const FIRST_LOAD_REACH_KB = 300;

/** The index of the built page with all that it names, in KB. */
export function firstLoadKb(webRoot: string): { compressed: number; plain: number } {
  const index = readFileSync(join(webRoot, "index.html"), "utf8");
  const named = [...index.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) =>
    readFileSync(join(webRoot, path)),
  );
  const files = [Buffer.from(index), ...named];
  return { compressed: kilobytes(files.map((file) => gzipSync(file))), plain: kilobytes(files) };
}

function kilobytes(files: readonly Buffer[]): number {
  return files.reduce((sum, file) => sum + file.length, 0) / 1024;
}
