import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";

/** For tests that need another process: runs TypeScript that imports from this folder; waits for its first line. */
export async function spawnBundled(code: string, dir: string, args: string[]): Promise<[ChildProcess, string]> {
  const bundle = buildSync({
    stdin: { contents: code, loader: "ts", resolveDir: import.meta.dirname },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
  });
  const script = join(dir, "child.cjs");
  writeFileSync(script, bundle.outputFiles[0]?.text ?? "");
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  return [child, line];
}
