import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";

/**
 * For tests that need a process of their own: runs TypeScript that imports from this folder, and waits for the first line
 * it prints.
 */
export async function spawnBundled(code: string, dir: string, args: string[]): Promise<[ChildProcess, string]> {
  const bundle = buildSync({
    stdin: { contents: code, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["better-sqlite3"],
    write: false,
  });
  const script = join(dir, "child.cjs");
  writeFileSync(script, bundle.outputFiles[0]?.text ?? "");
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_PATH: dirname(dirname(require.resolve("better-sqlite3/package.json"))) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  return [child, line];
}

const require = createRequire(import.meta.url);
