import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UnknownScreen } from "../../core/agent-file/unknown-screen.ts";
import { Fault, messageOf } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { loadSettings } from "../common/load-settings.ts";
import { readOptions } from "../common/options.ts";
import { renderUnknownScreens, reportText } from "../render/unknown-screens.ts";
import { ADAPTERS } from "../tables/adapters.ts";

/** Lists the unknown screens that were kept, and writes them into one file. Nothing leaves this machine. */
export function reportScreens(args: string[], context: Context): void {
  const { values } = readOptions(ADAPTERS.subcommands.report, args);
  const folder = join(context.home, "unknown-screens");
  const screens = keptIn(folder);
  if (values.out !== undefined && screens.length > 0) write(resolve(values.out), reportText(screens));
  if (values.clear) rmSync(folder, { recursive: true, force: true });
  const isOn = loadSettings(context).settings.keep_unknown_screens;
  context.out(
    values.json
      ? JSON.stringify({ schema_version: 1, keeps: isOn, screens })
      : renderUnknownScreens(screens, { isOn, out: values.out ?? null, isCleared: values.clear === true }, context),
  );
}

/** Never over a file that is there. */
function write(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", `${path} cannot be written: ${messageOf(cause)}`, {}, cause);
  }
}

/** Oldest first; what is no screen is left out. */
function keptIn(folder: string): UnknownScreen[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return names
    .flatMap((name) => {
      const { data } = UnknownScreen.safeParse(jsonIn(join(folder, name)));
      return data === undefined ? [] : [data];
    })
    .sort((a, b) => a.seen_at - b.seen_at);
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // damaged, or removed meanwhile: it is no screen
    return null;
  }
}
