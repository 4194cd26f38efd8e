import { readFileSync, writeFileSync } from "node:fs";
import type { BenchResult } from "./bench-result.ts";

/** Writes a suite's results to its place in the page; other suites' figures stay. */
export function writePage(path: string, suite: string, machine: string, results: readonly BenchResult[]): void {
  const page = readFileSync(path, "utf8");
  const [from, to] = [`<!-- ${suite} -->\n`, `<!-- end of ${suite} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`${path} has no place for ${suite}: ${from.trim()} … ${to}`);
  const block = `\n${machine}\n\n${table(results)}\n\n`;
  writeFileSync(path, page.slice(0, start + from.length) + block + page.slice(end));
}

function table(results: readonly BenchResult[]): string {
  const rows = results.map(({ name, floor, ratio, unit, reach, ok, detail }) => {
    const measured = `${ratio.toFixed(2)}${unit === undefined ? "×" : ` ${unit}`}`;
    return `| ${[name, floor, measured, reach === "–" ? "–" : `${reach}${ok ? "" : " (missed)"}`, detail].map(cell).join(" | ")} |`;
  });
  return ["| what | floor | measured | reach | in figures |", "|---|---|---|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
