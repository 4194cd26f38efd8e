import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { PaneItem, PaneList } from "../../src/core/protocol/lists/lists.ts";
import { ChangingPrograms, canChangePrograms } from "../support/changing-programs.ts";
import { query } from "../support/event-log.ts";
import { ask } from "../support/http.ts";
import { descendants } from "../support/process-tree.ts";
import { type Sandbox, sandbox, until } from "../support/sandbox.ts";

/** The full run of 500 takes three minutes: `AGTMUX_TEST_SENDS=500 npx vitest run test/faults`. */
const SENDS = Number(process.env.AGTMUX_TEST_SENDS ?? 40);
const PANES = 4;
const SEED = Number(process.env.AGTMUX_TEST_SEED ?? Date.now() % 100_000);

describe.skipIf(!canChangePrograms)("keys and panes that change hands", () => {
  it(
    "[GD5] no interleaving of lives and sends brings a key to anybody but the runtime that was meant",
    async () => {
      const box = sandbox({ AGTMUX_RECONCILE: "200ms" });
      const programs = new ChangingPrograms(box.dir);
      box.session("first");
      const panes = Array.from({ length: PANES }, (_, n) => box.session(`p${n}`, programs.shell(SEED + n)));
      await box.startDaemon();
      await until(async () => (await items(box)).filter(({ agent }) => agent === "claude").length > 1);
      const random = generator(SEED);
      const outcomes = new Map<string, number>();
      let left = SENDS;
      await Promise.all(
        panes.map(async (pane) => {
          while (left > 0) {
            const item = (await items(box)).find(({ identity }) => identity.pane_id === pane);
            if (item?.agent !== "claude") {
              await sleep(20);
              continue;
            }
            // another pane may have taken the last one meanwhile
            if (left <= 0) return;
            left -= 1;
            const n = left;
            const trouble =
              random() < 0.7 ? sleep(random() * 700).then(() => disturb(box, pane, programs, random)) : null;
            const outcome = await send(box, item, n, random);
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
            await trouble;
            // wait: until the daemon notices the change, it would refuse again and again
            if (outcome !== "sent") await sleep(random() * 1_000);
          }
        }),
      );
      const wrong = programs.heard().flatMap((listener) => strangeWords(listener, runtimes(box)));
      console.log(`seed ${SEED}:`, Object.fromEntries(outcomes));
      expect({ seed: SEED, wrong }).toEqual({ seed: SEED, wrong: [] });
      // the test proves something only if some sends succeeded and some were refused
      expect(outcomes.get("sent") ?? 0).toBeGreaterThan(SENDS / 20);
      expect([...outcomes.keys()].filter((code) => code !== "sent")).not.toEqual([]);
      expect(outcomes.get("E_INTERNAL") ?? 0).toBe(0);
    },
    60_000 + SENDS * 2_000,
  );
});

/** Sends one line, several lines as a paste, or keys; each names the runtime it is meant for. */
async function send(box: Sandbox, { ref, runtime_id, identity }: PaneItem, n: number, random: () => number) {
  const word = `r:${runtime_id}:${n};`;
  const how = random();
  const what =
    how < 0.6 ? { text: word } : how < 0.9 ? { text: `${word}\n${word}` } : { keys: [...word, "Enter"].slice(-90) };
  const subject = random() < 0.5 ? ref : random() < 0.5 ? `runtime:${runtime_id}` : `host/${identity.session_name}`;
  const guards = subject.startsWith("runtime:") ? {} : { if_runtime: runtime_id };
  const body = JSON.stringify({ ref: subject, guards, over_draft: true, ...what });
  const { status, text } = await ask(
    { socketPath: join(box.home, "agtmuxd.sock") },
    { method: "POST", path: "/v1/actions/send", body },
  );
  const { code, details } = JSON.parse(text) as { code?: string; details?: { phases?: unknown[] } };
  return status === 200 ? "sent" : `${code}${details?.phases === undefined ? "" : " after the text"}`;
}

/** Respawns the pane, kills or stops its agent, or enters copy mode. */
function disturb(box: Sandbox, pane: string, programs: ChangingPrograms, random: () => number): void {
  const how = random();
  try {
    if (how < 0.25) {
      box.tmux("respawn-pane", "-k", "-t", pane, programs.shell(Math.floor(random() * 1e6)));
      return;
    }
    if (how < 0.4) {
      box.tmux("copy-mode", "-t", pane);
      setTimeout(() => leaveCopyMode(box, pane), 200);
      return;
    }
    const [agent] = descendants(Number(box.tmux("display-message", "-p", "-t", pane, "#{pane_pid}")));
    if (agent !== undefined) process.kill(agent.pid, how < 0.75 ? "SIGKILL" : "SIGSTOP");
  } catch {
    // it had already exited
  }
}

function leaveCopyMode(box: Sandbox, pane: string): void {
  try {
    box.tmux("send-keys", "-t", pane, "-X", "cancel");
  } catch {
    // a respawn has left it already
  }
}

/**
 * Input that a process should not have read: any input for a shell; another runtime's text, or Enter without text, for
 * an agent.
 */
function strangeWords(
  { kind, pid, start, bytes }: ReturnType<ChangingPrograms["heard"]>[number],
  owners: ReadonlyMap<string, string>,
): string[] {
  if (bytes === "") return [];
  const shown = `${kind} ${pid} read ${JSON.stringify(bytes)}`;
  if (kind === "shell") return [shown];
  const own = owners.get(`${pid} ${start}`);
  if (own === undefined) return [`${shown}, and was never known`];
  const words = bytes.replaceAll("\u001b[200~", "").replaceAll("\u001b[201~", "");
  const word = `r:${own}:\\d+;`;
  // it may have exited in the middle of a word
  return new RegExp(`^(?:${word}\\r?)*(?:r?:?[a-z0-9]*:?\\d*)$`).test(words) ? [] : [`${shown}, and is ${own}`];
}

function runtimes(box: Sandbox): Map<string, string> {
  const rows = query<{ runtime_id: string; pid: number; pid_start: string }>(
    box,
    "SELECT runtime_id, pid, pid_start FROM runtimes WHERE agent_type = 'claude'",
  );
  return new Map(rows.map(({ runtime_id, pid, pid_start }) => [`${pid} ${pid_start}`, runtime_id]));
}

async function items(box: Sandbox): Promise<PaneItem[]> {
  const { text } = await ask({ socketPath: join(box.home, "agtmuxd.sock") }, { path: "/v1/panes" });
  return (JSON.parse(text) as PaneList).items;
}

/** The Mulberry32 random generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
