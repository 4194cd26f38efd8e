import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import locks from "../../vitest.locks.config.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(resolve(ROOT, name), "utf8");

/** By what the list calls them, where that is not their package's name. */
const CALLED: Record<string, string> = {
  "@base-ui/react": "Base UI",
  "@biomejs/biome": "Biome",
  "@vitejs/plugin-react": "Vite",
  "@xterm/addon-unicode-graphemes": "graphemes",
  "@xterm/addon-webgl": "WebGL",
  "@xterm/xterm": "xterm.js",
  react: "React",
  "react-dom": "React",
  typescript: "TypeScript",
  vite: "Vite",
};

it("[SC8] SECURITY.md has the threats, what is promised and what not, how to report, and tests that exist for every promise", () => {
  const text = read("SECURITY.md");
  for (const heading of ["Who might want what", "What is promised", "What is not promised", "Reporting a fault"])
    expect(text).toContain(`## ${heading}\n`);
  const [, promises = ""] = /## What is promised\n([\s\S]*?)\n## /.exec(text) ?? [];
  const rows = promises.split("\n").filter((line) => /^\| (?!promise|---)/.test(line) && !line.startsWith("|---"));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const tests = [...row.matchAll(/`((?:test|src)\/[\w./-]+\.(?:test|locks)\.ts)`/g)].map(([, path = ""]) => path);
    expect([row, tests.length > 0, tests.filter((path) => !existsSync(resolve(ROOT, path)))]).toEqual([row, true, []]);
  }
  for (let rule = 1; rule <= 7; rule += 1) expect(promises).toContain(`SC${rule}`);
});

it("[SC8] npm run test:locks has an attempt at every promise", () => {
  const { include = [] } = locks.test ?? {};
  const [, promises = ""] = /## What is promised\n([\s\S]*?)\n## /.exec(read("SECURITY.md")) ?? [];
  const named = [...promises.matchAll(/`((?:test|src|scripts)\/[\w./-]+\.test\.(?:ts|mjs))`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !include.includes(path))).toEqual([]);
});

it("[SC8] every dependency has its reason in ARCHITECTURE.md, and its version is exact", () => {
  const [, reasons = ""] =
    /## Dependencies, each with its reason\n([\s\S]*?)(?:\n## |$)/.exec(read("ARCHITECTURE.md")) ?? [];
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
    "dependencies" | "devDependencies",
    Record<string, string>
  >;
  const all = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => !name.startsWith("@types/"));
  const explained = [...reasons.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, names = ""]) => names);
  const unexplained = all.filter(([name]) => !explained.some((names) => names.includes(CALLED[name] ?? name)));
  expect(unexplained).toEqual([]);
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
