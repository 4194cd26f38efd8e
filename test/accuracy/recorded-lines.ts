import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SecondSource } from "../../src/core/agents/adapter.ts";
import { wordsOf } from "./recorded-words.ts";

const LINES = resolve(import.meta.dirname, "../fixtures/agents/lines");

/** A recorded file of an agent's own. */
export function linesOf(path: string): string[] {
  return readFileSync(`${LINES}/${path}.jsonl`, "utf8").trimEnd().split("\n");
}

/** What it says, line by line, in the words of the tables; lines that tell nothing left out. */
export function wordsInFile(source: SecondSource, path: string): string[] {
  return linesOf(path).flatMap((line) => source.read(line).map(wordsOf));
}
