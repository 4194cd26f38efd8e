import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type KnownScreen, SCREEN_STATES } from "../../core/agent-file/judge-screen.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { stripAnsi } from "../../core/terminal/strip-ansi.ts";

/** The screens beside an agent file: `CASE.STATE.txt` is a screen, and `CASE.STATE.title` the title of its pane. */
export function screensIn(folder: string): KnownScreen[] {
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
