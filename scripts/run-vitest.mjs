import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";
import { readVitestReport } from "./test-report.mjs";

/** Runs vitest in this terminal; returns its counts and failures. */
export function runVitest(args, env = process.env) {
  const folder = mkdtempSync(join(tmpdir(), "agtmux-vitest-"));
  const reportPath = join(folder, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`];
  const vitest = join(ROOT, "node_modules", ".bin", "vitest");
  const { status, signal } = spawnSync(vitest, ["run", ...reporters, ...args], { cwd: ROOT, stdio: "inherit", env });
  const report = existsSync(reportPath) ? JSON.parse(readFileSync(reportPath, "utf8")) : null;
  rmSync(folder, { recursive: true });
  return readVitestReport(report, status ?? signal, ROOT);
}
