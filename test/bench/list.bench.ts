import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BenchResult } from "./bench-result.ts";

const ROUNDS = 120;
const PANES = 10;
const REACH = 1.5;

/** Compares the wall time of `agtmux list panes --json` with an empty Node program. Run from the repository's root. */
export async function benchList(): Promise<BenchResult[]> {
  const agtmux = resolve("bin/agtmux");
  const home = mkdtempSync(join(tmpdir(), "agtmux-bench-"));
  const socket = `agtmux-bench-${process.pid}`;
  // Node would read a proxy's certificates at every start, which is not measured here
  const { NODE_EXTRA_CA_CERTS: _certificates, TMUX: _tmux, ...inherited } = process.env;
  const env = { ...inherited, AGTMUX_HOME: home, AGTMUX_TMUX_SOCKET: socket, AGTMUX_PORT: "0" };
  const tmux = (...args: string[]) => execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { env });
  try {
    for (let index = 0; index < PANES; index += 1) tmux("new-session", "-d", "-s", `s${index}`, "cat");
    execFileSync(agtmux, ["daemon", "start"], { env });
    const floors: number[] = [];
    const subjects: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(timed(() => execFileSync(process.execPath, ["-e", "0"], { env })));
      subjects.push(timed(() => execFileSync(agtmux, ["list", "panes", "--json"], { env })));
    }
    const [floor, subject] = [median(floors), median(subjects)];
    const ratio = subject / floor;
    const detail = `${subject.toFixed(1)} against ${floor.toFixed(1)} ms (p50 of ${ROUNDS}), ${PANES} panes`;
    return [
      { name: "agtmux list panes --json", floor: "node -e 0", ratio, reach: `≤ ${REACH}`, ok: ratio <= REACH, detail },
    ];
  } finally {
    execFileSync(agtmux, ["daemon", "stop"], { env });
    const socketPath = tmux("display-message", "-p", "#{socket_path}").toString().trim();
    tmux("kill-server");
    rmSync(socketPath, { force: true });
    rmSync(home, { recursive: true, force: true });
  }
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
