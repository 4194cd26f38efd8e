import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { recordedHooks } from "../../../../test/accuracy/recorded-words.ts";
import { parseSpoolEntry } from "../../signals/spool-entry.ts";
import { PLUGIN } from "./plugin.ts";

const folder = mkdtempSync(join(tmpdir(), "agtmux-plugin-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** In a process of its own, as the agent runs it: loads the plugin, then gives it each event in turn. */
const HOST = `
  const { Agtmux, ...others } = await import("./plugin.mjs");
  if (Object.keys(others).length > 0) throw new Error("every export is taken for a plugin");
  const plugin = await Agtmux({ directory: "/w" });
  for (const [event, payload] of JSON.parse(process.env.EVENTS))
    await (event === "chat.message" ? plugin[event](payload, {}) : plugin.event({ event: payload }));
`;

function run(home: string, events: readonly (readonly [string, unknown])[]): string {
  writeFileSync(join(folder, "plugin.mjs"), PLUGIN);
  writeFileSync(join(folder, "host.mjs"), HOST);
  const env = { PATH: process.env.PATH, HOME: folder, AGTMUX_HOME: home, EVENTS: JSON.stringify(events) };
  const tmux = { TMUX_PANE: "%7", TMUX: "/tmp/tmux-0/default,99,0", SCHMUX_SESSION_ID: "" };
  return execFileSync(process.execPath, ["host.mjs"], { cwd: folder, env: { ...env, ...tmux }, encoding: "utf8" });
}

function entriesIn(home: string) {
  const names = readdirSync(join(home, "spool", "new")).sort((a, b) => numberOf(a) - numberOf(b));
  return names.map((name) => {
    const path = join(home, "spool", "new", name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const parsed = parseSpoolEntry(readFileSync(path));
    if (!parsed.ok) throw new Error(parsed.fault);
    return parsed.entry;
  });
}

const numberOf = (name: string) => Number(name.split(".").at(-1));

describe("OpenCode's plugin", () => {
  it("[AD13] drops what the adapter reads, in order, and names a sub-agent's session with its parent", () => {
    const home = join(folder, "home");
    const recorded = recordedHooks("opencode").filter((hook) => hook.run === "extra" && hook.event !== "plugin.init");
    const events = recorded.map(({ event, payload }) => [event, JSON.parse(payload)] as const);
    expect(run(home, events)).toBe("");

    const entries = entriesIn(home);
    const told = recorded.map(({ event }) => event).filter((event) => !event.startsWith("tool."));
    expect(entries.map(({ event }) => event)).toEqual(["plugin.init", ...told]);
    for (const { agent, pane, tmux, session } of entries)
      expect({ agent, pane, tmux, session }).toEqual({
        agent: "opencode",
        pane: "%7",
        tmux: "/tmp/tmux-0/default,99,0",
        session: null,
      });
    const root = "ses_e21ea082cffe7rGWfQEGoBgCJ9";
    const parents = entries.map(({ payload }) => {
      const { sessionID, properties, parentID } = JSON.parse(payload);
      return [sessionID ?? properties?.sessionID ?? null, parentID ?? null];
    });
    for (const [id, parent] of parents) expect(parent).toBe(id === null || id === root ? null : root);
    expect(parents.some(([, parent]) => parent === root)).toBe(true);
  });

  it("[AD13] fails nobody where nothing can be written, and where an event has no shape that it knows", () => {
    writeFileSync(join(folder, "file"), "");
    expect(
      run(join(folder, "file"), [
        ["session.idle", { type: "session.idle" }],
        ["x", {}],
        ["y", null],
      ]),
    ).toBe("");
  });
});
