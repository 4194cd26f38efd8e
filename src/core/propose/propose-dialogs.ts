import { rowsOf } from "../adapter/screen-rows.ts";
import type { FileCue } from "../agent-file/agent-file.ts";
import type { KnownScreen } from "../agent-file/judge-screen.ts";
import { layoutByFile } from "../agent-file/layout/layout-by-file.ts";
import type { FileDialog } from "../agent-file/schema/dialog-schema.ts";
import type { FileScreen } from "../agent-file/schema/screen-schema.ts";
import { shapeOf } from "../agent-file/schema/screen-shape.ts";
import { linearPattern } from "../pattern/linear-pattern.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { escaped } from "./phrases-of.ts";

/** Only words that can mean nothing else: an answer presses keys. */
const YES =
  /^(yes|allow|approve|accept|allow once|yes, once|approve once|yes, (proceed|continue|(execute|run) (it|this tool|this command)))$/i;
const NO = /^(no|deny|reject|decline|cancel)\b/i;
const TICK = /^[✓✔✗✘✕×] +/u;

/** Proposes which choice of an approval is yes and which is no, where the labels leave no doubt. */
export function proposeDialogs(
  screens: readonly KnownScreen[],
  screen: FileScreen,
  cues: readonly FileCue[],
): FileDialog[] {
  const asks = cues.filter(({ state }) => state === "waiting_approval").map(({ name }) => name);
  if (asks.length === 0 || screen.cursor === undefined) return [];
  const layout = layoutByFile(shapeOf(screen, patternOf));
  const labels = screens
    .filter(({ state }) => state === "waiting_approval")
    .flatMap(({ lines }) => layout(rowsOf(lines))?.options ?? [])
    .map(({ text }) => text.replace(/^\s*\d+\.\s*/, "").trim());
  const bare = labels.map((label) => label.replace(TICK, ""));
  const yes = only(bare.filter((label) => YES.test(label)));
  const no = only(bare.filter((label) => NO.test(label)));
  if (yes === null || no === null) return [];
  const strip = bare.some((label, index) => label !== labels[index]) ? { strip: "^[✓✔✗✘✕×] +" } : {};
  return [{ cues: asks, ...strip, yes: `^${escaped(yes)}$`, no: `^${escaped(no)}$` }];
}

/** The label that all of them are. */
function only(labels: readonly string[]): string | null {
  const [first = null] = labels;
  return labels.every((label) => label === first) ? first : null;
}

function patternOf(source: string): Pattern {
  const result = linearPattern(source);
  return result.ok ? result.pattern : { test: () => false, exec: () => null };
}
