import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createClient } from "../../src/client/client.ts";
import { unixTransport } from "../../src/client-node/unix-transport.ts";
import { until } from "../support/sandbox.ts";
import type { BenchResult } from "./bench-result.ts";

const ROUNDS = 100;
const AGENTS = 100;
const REACH = 2;

/** Compares `list_agents` of `agtmux mcp` with the API's own list, for 100 agents in one session. Run from the repository's root. */
export async function benchMcp(): Promise<BenchResult[]> {
  const agtmux = resolve("bin/agtmux");
  const dir = mkdtempSync(join(tmpdir(), "agtmux-bench-"));
  const home = join(dir, "home");
  const socket = `agtmux-bench-${process.pid}`;
  const { TMUX: _tmux, TMUX_PANE: _pane, ...inherited } = process.env;
  const env = { ...inherited, AGTMUX_HOME: home, AGTMUX_TMUX_SOCKET: socket, AGTMUX_PORT: "0", AGTMUX_SEARCH: "off" };
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { env, encoding: "utf8" }).trim();
  // a process that is found as an agent, and does nothing
  mkdirSync(join(dir, "bin"));
  symlinkSync(execFileSync("sh", ["-c", "command -v sleep"], { encoding: "utf8" }).trim(), join(dir, "bin", "claude"));
  const run = `exec ${join(dir, "bin", "claude")} 100000`;
  try {
    tmux("new-session", "-d", "-s", "bench", run);
    for (let index = 1; index < AGENTS; index += 1) tmux("new-window", "-d", "-t", "bench:", run);
    execFileSync(agtmux, ["daemon", "start"], { env });
    const socketPath = join(home, "agtmuxd.sock");
    const api = createClient(unixTransport({ socketPath, version: "bench", onVersion: () => undefined }));
    await until(async () => (await api.panes()).items.filter(({ agent }) => agent === "claude").length === AGENTS);
    const [pane = "", place = ""] = tmux(
      "display-message",
      "-p",
      "-t",
      "bench:",
      "#{pane_id} #{socket_path},#{pid},0",
    ).split(" ");
    const client = new Client({ name: "bench", version: "1" });
    const own = { ...env, TMUX: place, TMUX_PANE: pane } as Record<string, string>;
    await client.connect(new StdioClientTransport({ command: agtmux, args: ["mcp"], env: own }));
    const floors: number[] = [];
    const subjects: number[] = [];
    let listed = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      floors.push(await timed(() => api.panes()));
      subjects.push(
        await timed(async () => {
          const { content } = await client.callTool({ name: "list_agents", arguments: { limit: 200 } });
          listed = JSON.parse((content as { text: string }[])[0]?.text ?? "{}").agents.length;
        }),
      );
    }
    await client.close();
    if (listed !== AGENTS) throw new Error(`${listed} agents were listed instead of ${AGENTS}`);
    const [floor, subject] = [median(floors), median(subjects)];
    const ratio = subject / floor;
    const detail = `${subject.toFixed(1)} against ${floor.toFixed(1)} ms (p50 of ${ROUNDS}), ${AGENTS} agents`;
    const name = "list_agents of agtmux mcp";
    return [{ name, floor: "the API's own list of panes", ratio, reach: `≤ ${REACH}`, ok: ratio <= REACH, detail }];
  } finally {
    execFileSync(agtmux, ["daemon", "stop"], { env });
    const socketPath = tmux("display-message", "-p", "#{socket_path}");
    tmux("kill-server");
    rmSync(socketPath, { force: true });
    rmSync(dir, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
