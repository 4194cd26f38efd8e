import { readFileSync } from "node:fs";
import { parseTime } from "../../core/engine/parse-time.ts";
import { type Replay, replay } from "../../core/engine/replay.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { createMarkerDetector } from "../../core/signals/marker-detector.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { plain, shortAge } from "../render/words.ts";
import { DEBUG } from "../tables/debug.ts";
import { debugScreen } from "./debug-screen.ts";

const STDIN = 0;

export function debugCommand(args: string[], context: Context): void {
  const [tool, ...rest] = args;
  if (tool === "detect") detect(rest, context);
  else if (tool === "replay") showReplay(rest, context);
  else if (tool === "screen") debugScreen(rest, context);
  else throw new Fault("E_USAGE", `debug wants detect, replay or screen${tool === undefined ? "" : `, not "${tool}"`}`);
}

function detect(args: string[], context: Context): void {
  const { values } = readOptions(DEBUG.subcommands.detect, args);
  const bytes = readFileSync(STDIN);
  const chunk = values.chunk === undefined ? Math.max(1, bytes.length) : Number(values.chunk);
  if (!Number.isInteger(chunk) || chunk < 1)
    throw new Fault("E_USAGE", `--chunk wants a number of bytes from 1, not "${values.chunk}"`);
  const detector = createMarkerDetector();
  for (let from = 0; from < bytes.length; from += chunk) {
    for (const found of detector.feed(bytes.subarray(from, from + chunk))) context.out(JSON.stringify(found));
  }
  for (const found of detector.flush()) context.out(JSON.stringify(found));
}

function showReplay(args: string[], context: Context): void {
  const { values, positionals } = readOptions(DEBUG.subcommands.replay, args);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0)
    throw new Fault("E_USAGE", "debug replay wants one file of events ('-' for standard input)");
  const result = replay(readText(file), values.at === undefined ? null : timeOf(values.at));
  context.out(values.json ? JSON.stringify(result) : render(result));
  if (result.rejected.length === 0) return;
  for (const { line, fault } of result.rejected) context.note(`agtmux: ${file}, line ${line}: ${fault}`);
  throw new Fault(
    "E_INVALID_INPUT",
    `${result.rejected.length} of the lines in ${file} are not events; the others were folded`,
  );
}

function render(result: Replay): string {
  const states = result.states.map((state) => {
    const who = plain(
      `${state.target}/${state.pane_id} ${state.agent_type} (${state.runtime_id}${state.current ? "" : ", former"})`,
    );
    const head = `${who}: ${state.state}${state.reason_code ? ` (${state.reason_code})` : ""}, because ${plain(state.because)}`;
    const evidence = state.evidence.map(
      (piece) =>
        `  ${piece.verdict.padEnd(8)}${shortAge(piece.age_ms).padEnd(6)}${piece.source} ${plain(piece.event_type)}: ${plain(piece.why)}`,
    );
    return [head, ...evidence].join("\n");
  });
  return [
    ...states,
    `${result.folded} folded, ${result.duplicates} duplicates, ${result.later} later, ${result.unbound.length} unbound, ${result.rejected.length} rejected`,
  ].join("\n");
}

function timeOf(text: string): number {
  const millis = /^\d+(\.\d+)?$/.test(text) ? Number(text) : parseTime(text);
  if (millis === null)
    throw new Fault("E_USAGE", `--at wants milliseconds or an ISO 8601 time with a zone, not "${text}"`);
  return millis;
}

function readText(file: string): string {
  try {
    return readFileSync(file === "-" ? STDIN : file, "utf8");
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", `${file} cannot be read: ${(cause as Error).message}`, { file }, cause);
  }
}
