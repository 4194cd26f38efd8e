import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type JudgedScreen, judgeScreen, type KnownScreen, SCREEN_STATES } from "../../core/agent-file/judge-screen.ts";
import { ownAgent } from "../../core/agent-file/own-agent.ts";
import { readAgentFile } from "../../core/agent-file/read-agent-file.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { stripAnsi } from "../../core/terminal/strip-ansi.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { readAgentText } from "../common/own-agents.ts";
import { renderJudged } from "../render/agent-files.ts";
import { ADAPTERS } from "../tables/adapters.ts";

/** Checks an agent file, and reads the screens beside it by it. */
export function testAdapter(args: string[], context: Context): void {
  const { positionals, values } = readOptions(ADAPTERS.subcommands.test, args);
  const [given, ...rest] = positionals;
  if (given === undefined || rest.length > 0) throw new Fault("E_USAGE", "adapters test wants one agent file");
  const path = pathOf(given, context.home);
  const text = readAgentText(path);
  if (text === null) throw new Fault("E_INVALID_INPUT", `${path} is no file that can be read, or is longer than 64 KB`);
  const result = readAgentFile(path, text);
  if (!result.ok) throw new Fault("E_INVALID_INPUT", result.faults.join("\n"), { faults: result.faults });
  const folder = join(dirname(path), basename(path, ".toml"));
  const adapter = ownAgent(result.file);
  const judged = screensIn(folder).map((screen) => judgeScreen(adapter, screen));
  context.out(
    values.json
      ? JSON.stringify({ schema_version: 1, agent: result.file.name, path, screens: judged })
      : renderJudged(result.file, folder, judged, context),
  );
  const bad = judged.filter(({ verdict }: JudgedScreen) => verdict !== "right");
  if (bad.length > 0)
    throw new Fault("E_INVALID_INPUT", `${bad.length} of ${judged.length} screens are not read as they should be`);
}

/** A name without a slash is that of a file in this home. */
function pathOf(given: string, home: string): string {
  return given.includes("/") || given.endsWith(".toml") ? resolve(given) : join(home, "agents", `${given}.toml`);
}

/** `CASE.STATE.txt` is a screen, and `CASE.STATE.title` the title of its pane. */
function screensIn(folder: string): KnownScreen[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.flatMap((file) => {
    const [, name = "", state = ""] = /^(.+)\.(\w+)\.txt$/.exec(file) ?? [];
    if (name === "") return [];
    if (!SCREEN_STATES.includes(state))
      throw new Fault(
        "E_INVALID_INPUT",
        `${join(folder, file)}: "${state}" is no state; call it ${name}.STATE.txt, with one of ${SCREEN_STATES.join(", ")}`,
      );
    const title = join(folder, `${name}.${state}.title`);
    const shown = new TextDecoder().decode(stripAnsi(readFileSync(join(folder, file))));
    return {
      name,
      state,
      lines: shown.replace(/\n$/, "").split(/\r?\n/),
      title: existsSync(title) ? readFileSync(title, "utf8").trimEnd() : "",
    };
  });
}
