import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SecondSource } from "../../src/core/adapter/adapter.ts";
import { isWorkOnly } from "../../src/core/adapter/evidence.ts";
import { wordsOf } from "./recorded-words.ts";

const LINES = resolve(import.meta.dirname, "../fixtures/agents/lines");

/** The lines of a recorded file that an agent wrote. */
export function linesOf(path: string): string[] {
  return readFileSync(`${LINES}/${path}.jsonl`, "utf8").trimEnd().split("\n");
}

/** The readings of a file, line by line, in the notation of the tables; lines that say nothing of the state are left out. */
export function wordsInFile(source: SecondSource, path: string): string[] {
  const readings = linesOf(path).flatMap((line) => source.read(line));
  return readings.filter((reading) => !isWorkOnly(reading)).map(wordsOf);
}
