import { basename, dirname, join, resolve } from "node:path";
import { type JudgedScreen, judgeScreen } from "../../core/agent-file/judge-screen.ts";
import { ownAgent } from "../../core/agent-file/own-agent.ts";
import { readAgentFile } from "../../core/agent-file/read-agent-file.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { screensIn } from "../common/known-screens.ts";
import { readOptions } from "../common/options.ts";
import { readAgentText } from "../common/own-agents.ts";
import { renderJudged } from "../render/agent-files.ts";
import { ADAPTERS } from "../tables/adapters.ts";

/** Of so many screens that are not right the parts are shown. */
const MOST_WITH_PARTS = 3;

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
      : renderJudged(result.file, folder, judged, context, MOST_WITH_PARTS),
  );
  const bad = judged.filter(({ verdict }: JudgedScreen) => verdict !== "right");
  if (bad.length > 0)
    throw new Fault("E_INVALID_INPUT", `${bad.length} of ${judged.length} screens are not read as they should be`);
}

/** A name without a slash is that of a file in this home. */
function pathOf(given: string, home: string): string {
  return given.includes("/") || given.endsWith(".toml") ? resolve(given) : join(home, "agents", `${given}.toml`);
}
