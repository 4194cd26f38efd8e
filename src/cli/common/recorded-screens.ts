import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KnownScreen } from "../../core/agent-file/judge-screen.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { redactText } from "../../core/redact/redact.ts";
import { screensIn } from "./known-screens.ts";

const MOST_SCREENS = 200;

/** Where a screen was kept, or why it was not. */
export type Kept = { file: string } | { why: string };

/** Keeps a screen beside the agent file, without secrets, under the next free number of its case. */
export function keepScreen(
  folder: string,
  { lines, title }: Pick<KnownScreen, "title"> & { lines: readonly string[] },
  state: string,
  kind: string,
): Kept {
  const known = screensIn(folder);
  const text = redactText(`${lines.join("\n").trimEnd()}\n`);
  const shown = text.trimEnd();
  if (shown === "") return { why: "the screen is empty" };
  const same = known.find((each) => each.lines.join("\n").trimEnd() === shown);
  if (same !== undefined)
    return {
      why:
        same.state === state
          ? `this screen is there already: ${same.name}`
          : `this very screen is there as ${same.state} (${same.name}): nothing on it can tell them apart`,
    };
  if (known.length >= MOST_SCREENS)
    throw new Fault("E_INVALID_INPUT", `${folder} has ${known.length} screens already: remove some of them`);
  const taken = new Set(known.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  const name = `${kind}-${number}.${state}`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (title !== "") writeWhole(join(folder, `${name}.title`), `${redactText(title)}\n`);
  writeWhole(join(folder, `${name}.txt`), text);
  return { file: join(folder, `${name}.txt`) };
}

/** Writes a file in one step, so that nothing reads half of it. */
export function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { mode: 0o600 });
  renameSync(`${path}.part`, path);
}
