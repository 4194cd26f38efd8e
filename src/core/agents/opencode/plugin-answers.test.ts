import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { shellAssignments } from "../../provision/shell-words.ts";
import { parseSpoolEntry } from "../../spool/spool-entry.ts";
import { DECISIONS, ORDERS } from "./decisions.ts";
import { pluginFor } from "./plugin.ts";

const SCRIPT = readFileSync(join(import.meta.dirname, "../../../remote/decide-reply.sh"), "utf8");

/** Gives each event to the plugin as it comes on standard input, and tells what the plugin asks the agent to do. */
const HOST = `
  import { createInterface } from "node:readline";
  const { Agtmux } = await import("./plugin.mjs");
  const known = new Set();
  const request = async ({ method, url, body, headers }) => {
    console.log(JSON.stringify({ method, url, body, type: headers["Content-Type"] }));
    const ok = known.delete(url.split("/")[2]) || url.startsWith("/session/");
    return { response: { ok } };
  };
  const plugin = await Agtmux({ directory: "/w", client: { _client: { request } } });
  for await (const line of createInterface({ input: process.stdin })) {
    const event = JSON.parse(line);
    if (event.type.endsWith(".asked")) known.add(event.properties.id);
    await plugin.event({ event });
    console.log("heard");
  }
`;

let host: ChildProcess | null = null;
let folder = "";
afterEach(async () => {
  host?.stdin?.end();
  await vi.waitFor(() => expect(host?.exitCode).toBe(0), 60_000);
  rmSync(folder, { recursive: true });
});

function started() {
  folder = mkdtempSync(join(tmpdir(), "agtmux-plugin-"));
  const home = join(folder, "home");
  mkdirSync(join(home, "decide"), { recursive: true });
  writeFileSync(join(folder, "plugin.mjs"), pluginFor("opencode"));
  writeFileSync(join(folder, "host.mjs"), HOST);
  const env = { PATH: process.env.PATH, HOME: folder, AGTMUX_HOME: home, TMUX_PANE: "%7", TMUX: "/tmp/x,99,0" };
  const child = spawn(process.execPath, ["host.mjs"], { cwd: folder, env, stdio: ["pipe", "pipe", "inherit"] });
  host = child;
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  const said = () => text.split("\n").filter((line) => line !== "");
  const tell = async (event: object) => {
    const before = said().filter((line) => line === "heard").length;
    child.stdin.write(`${JSON.stringify(event)}\n`);
    await vi.waitFor(() => expect(said().filter((line) => line === "heard").length).toBe(before + 1), 60_000);
  };
  return { home, tell, pid: child.pid ?? 0, did: () => said().filter((line) => line !== "heard") };
}

function offersIn(home: string) {
  const files = readdirSync(join(home, "spool", "new")).map((name) => readFileSync(join(home, "spool", "new", name)));
  const entries = files.flatMap((bytes) => {
    const parsed = parseSpoolEntry(bytes);
    return parsed.ok ? [parsed.entry] : [];
  });
  return entries.filter(({ answer }) => answer !== undefined);
}

/** Exit code of the script that gives a line to the agent. */
function give(home: string, id: string, line: string): number {
  try {
    execFileSync("sh", ["-s"], { input: shellAssignments({ home, id, line }) + SCRIPT });
    return 0;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

const touch = (id: string) => {
  const properties = {
    id,
    sessionID: "s1",
    permission: "bash",
    patterns: ["touch a"],
    metadata: { command: "touch a" },
  };
  return { type: "permission.asked", properties };
};

describe("OpenCode's plugin as the channel of answers", () => {
  it("[DC1] replies to the permission that is named, in its own process, and takes each answer once", async () => {
    const { home, tell, did, pid } = started();
    await tell(touch("per_1"));
    await tell(touch("per_2"));
    const [first, second] = offersIn(home);
    expect([first?.pane, first?.answer]).toEqual(["%7", `${pid}/${first?.answer?.split("/")[1]}`]);
    const line = DECISIONS.reply(second?.payload ?? "", { type: "deny", message: "use make" }) ?? "";
    expect(give(home, second?.answer ?? "", line)).toBe(0);
    const yes = DECISIONS.reply(first?.payload ?? "", { type: "allow" }) ?? "";
    expect(give(home, first?.answer ?? "", yes)).toBe(0);
    const post = { method: "POST", type: "application/json" };
    await vi.waitFor(
      () =>
        expect(did().map((each) => JSON.parse(each))).toEqual([
          { ...post, url: "/permission/per_2/reply", body: { reply: "reject", message: "use make" } },
          { ...post, url: "/permission/per_1/reply", body: { reply: "once" } },
        ]),
      60_000,
    );
    expect(give(home, first?.answer ?? "", yes)).toBe(5);
  });

  it("[DC1] answers all questions of a request", async () => {
    const { home, tell, did } = started();
    const questions = [{ question: "Which?", options: [{ label: "Red" }, { label: "Blue" }], multiple: true }];
    await tell({ type: "question.asked", properties: { id: "que_1", sessionID: "s1", questions } });
    const [offer] = offersIn(home);
    const line = DECISIONS.reply(offer?.payload ?? "", { type: "answers", answers: [["Red", "Blue"]] }) ?? "";
    expect(give(home, offer?.answer ?? "", line)).toBe(0);
    await vi.waitFor(() => expect(did()).toHaveLength(1), 60_000);
    expect(JSON.parse(did()[0] ?? "")).toMatchObject({
      url: "/question/que_1/reply",
      body: { answers: [["Red", "Blue"]] },
    });
  });

  it("[DC7] ends the turn of a session", async () => {
    const { home, tell, did, pid } = started();
    await tell({ type: "session.status", properties: { sessionID: "s1", status: { type: "busy" } } });
    expect(give(home, `${pid}/o2`, ORDERS.abort("s1"))).toBe(0);
    await vi.waitFor(
      () => expect(did().map((each) => JSON.parse(each))).toMatchObject([{ url: "/session/s1/abort" }]),
      60_000,
    );
    expect(give(home, `${pid}/o3`, ORDERS.abort("s2"))).toBe(5);
  });

  it("[DC2] a request that is over, by an answer or with its turn, is not there to be answered", async () => {
    const { home, tell, did } = started();
    await tell(touch("per_1"));
    await tell(touch("per_2"));
    await tell({ type: "permission.replied", properties: { requestID: "per_1", sessionID: "s1", reply: "once" } });
    await tell({ type: "session.idle", properties: { sessionID: "s1" } });
    for (const { answer, payload } of offersIn(home))
      expect(give(home, answer ?? "", DECISIONS.reply(payload, { type: "allow" }) ?? "")).toBe(3);
    expect(did()).toEqual([]);
  });

  it("[DC2] an answer that is not taken in time is taken back, and nothing is left when the agent ends", async () => {
    const { home, tell, did, pid } = started();
    await tell(touch("per_1"));
    const [offer] = offersIn(home);
    process.kill(pid, "SIGSTOP");
    try {
      expect(give(home, offer?.answer ?? "", DECISIONS.reply(offer?.payload ?? "", { type: "allow" }) ?? "")).toBe(4);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect(did()).toEqual([]);
    host?.stdin?.end();
    await vi.waitFor(() => expect(existsSync(join(home, "decide", String(pid)))).toBe(false), 60_000);
    expect(give(home, offer?.answer ?? "", "{}")).toBe(3);
  });
});
