import { readFileSync } from "node:fs";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { Screen, ScreenReading } from "../../core/adapter/screen.ts";
import { isVersion } from "../../core/adapter/screen-version.ts";
import { partsOf } from "../../core/agent-file/judge-screen.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Level } from "../../core/protocol/events/event.ts";
import { stripAnsi } from "../../core/terminal/strip-ansi.ts";
import { adaptersInForce } from "../common/adapters-in-force.ts";
import type { Context } from "../common/context.ts";
import { loadFileSettings } from "../common/load-settings.ts";
import { readOptions } from "../common/options.ts";
import { DEBUG } from "../tables/debug.ts";

const STDIN = 0;

/** Prints what an adapter reads off a screen, with its own cues and those of config.toml. */
export function debugScreen(args: string[], context: Context): void {
  const { values } = readOptions(DEBUG.subcommands.screen, args);
  const { settings } = loadFileSettings(context.home);
  const adapter = adapterNamed(values.agent, adaptersInForce(context.home, settings.pack_keys));
  const version = values["agent-version"];
  if (version !== undefined && !isVersion(version))
    throw new Fault("E_USAGE", `--agent-version wants numbers with dots, such as 2.1.325, not "${version}"`);
  const screen: Screen = { lines: linesOf(readFileSync(STDIN)), title: values.title, command: values.command, version };
  const own = settings.agents[adapter.name]?.cues ?? {};
  const reading = adapter.readScreen?.(screen, own) ?? NOBODY;
  const title = adapter.readTitle?.(screen.title ?? "")?.evidence ?? null;
  context.out(JSON.stringify(report(adapter, screen, reading, title?.kind === "level" ? title : null)));
}

const NOBODY: ScreenReading = { type: "unrecognised", why: "nobody has seen this agent's screens yet", beyond: false };

function adapterNamed(name: string | undefined, adapters: readonly Adapter[]): Adapter {
  const names = adapters.map((agent) => agent.name).join(", ");
  if (name === undefined) throw new Fault("E_USAGE", `debug screen wants --agent: one of ${names}`);
  const adapter = adapters.find((agent) => agent.name === name);
  if (adapter === undefined)
    throw new Fault("E_ADAPTER_NOT_FOUND", `no adapter is called "${name}"; there are ${names}`);
  return adapter;
}

function linesOf(bytes: Uint8Array): string[] {
  if (bytes.length === 0)
    throw new Fault("E_INVALID_INPUT", "no screen on standard input; 'tmux capture-pane -p -t PANE' prints one");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(stripAnsi(bytes)).replace(/\n$/, "").split(/\r?\n/);
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", "the screen on standard input is not UTF-8 text", {}, cause);
  }
}

function report(adapter: Adapter, screen: Screen, reading: ScreenReading, title: Level | null) {
  const { beyond } = reading;
  const evidence =
    reading.type === "read" && reading.reading.evidence.kind === "level" ? reading.reading.evidence : null;
  const why = reading.type === "unrecognised" ? reading.why : whyUntold(evidence);
  return {
    schema_version: 1,
    agent: adapter.name,
    version: screen.version ?? null,
    beyond,
    state: evidence === null ? "unknown" : stateOf(evidence),
    phase: evidence?.phase ?? null,
    ...(evidence?.activity && { activity: evidence.activity }),
    cue: reading.type === "read" ? reading.cue : null,
    message: reading.type === "read" ? reading.reading.message : "",
    title: title && { phase: title.phase, ...(title.state !== undefined && { state: title.state }) },
    why,
    // for those who write a cue for it
    ...(why !== null && { parts: partsOf(adapter, screen.lines) }),
  };
}

function stateOf({ phase, state }: Level): string {
  return state ?? (phase === "busy" ? "running" : "unknown");
}

/** Explains why the state is unknown; null if it is known. */
function whyUntold(evidence: Level | null): string | null {
  if (evidence === null || stateOf(evidence) !== "unknown") return null;
  return evidence.phase === "rest"
    ? "the turn is over, but the screen does not tell how it ended"
    : "it asks, but the screen does not tell what";
}
