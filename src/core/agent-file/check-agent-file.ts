import type { z } from "zod";
import { linearPattern } from "../pattern/linear-pattern.ts";
import type { AgentFile, FileCondition, FileCue } from "./agent-file.ts";
import { withPhrases } from "./phrases.ts";
import { dialogPatterns } from "./schema/dialog-schema.ts";
import { SCREEN_PATTERNS } from "./schema/screen-schema.ts";

type Path = (string | number)[];
type Told = Omit<AgentFile, "schema">;

/** Checks what no schema of single values can: that patterns can be read, names exist, and cues mean one thing. */
export function checkAgentFile(file: Told, context: z.RefinementCtx): void {
  const fault = (path: Path, message: string) => context.addIssue({ code: "custom", path, message });
  for (const { path, source } of patternsOf(file)) {
    const missing = withPhrases(source, file.phrases).missing[0];
    if (missing !== undefined) fault(path, `there is no phrase "${missing}" in [phrases]`);
    else {
      const result = linearPattern(withPhrases(source, file.phrases).source);
      if (!result.ok) fault(path, result.fault);
    }
  }
  for (const [at, cue] of (file.cues ?? []).entries()) {
    for (const [key, message] of cueFaults(cue, file)) fault(["cues", at, ...key], message);
    const first = file.cues?.findIndex(({ name }) => name === cue.name);
    if (first !== at) fault(["cues", at, "name"], `there are two cues "${cue.name}"`);
  }
  for (const [key, message] of [...dialogFaults(file), ...launchFaults(file), ...unseenFaults(file)])
    fault(key, message);
}

/** A file without a version that was tried may describe no screen. */
function* unseenFaults(file: Told): Iterable<[Path, string]> {
  if (file.newest !== undefined) return;
  for (const key of ["screen", "titles", "cues", "dialogs", "interrupt"] as const)
    if (file[key] !== undefined) yield [[key], "it wants newest: the version of the agent whose screens were seen"];
}

function* dialogFaults(file: Told): Iterable<[Path, string]> {
  for (const [at, dialog] of (file.dialogs ?? []).entries()) {
    for (const [place, name] of (dialog.cues ?? []).entries())
      if (!file.cues?.some((cue) => cue.name === name && cue.state?.startsWith("waiting_")))
        yield [["dialogs", at, "cues", place], `there is no cue "${name}" that waits for somebody`];
    if (dialog.choices !== undefined && dialog.cues === undefined)
      yield [["dialogs", at, "choices"], "choices with keys want the cues that show them"];
    const hasCursor = file.screen?.cursor !== undefined || dialog.cursor_coloured || dialog.list === "none";
    if (dialog.choices === undefined && !hasCursor)
      yield [["dialogs", at], "it wants choices with their keys, or a cursor in [screen] by which they are found"];
    if (dialog.part?.by === "mark" && dialog.part.open === undefined)
      yield [["dialogs", at, "part"], 'by = "mark" wants the mark of the current name in open'];
    if (dialog.ticking?.leaves_words !== undefined && dialog.words === undefined)
      yield [["dialogs", at, "ticking", "leaves_words"], "no choice takes words"];
    if (dialog.choices !== undefined && dialog.pick !== undefined)
      yield [["dialogs", at, "pick"], "its choices have keys already"];
  }
}

function* launchFaults({ launch }: Told): Iterable<[Path, string]> {
  if (launch === undefined) return;
  if ((launch.models === undefined) !== (launch.model === undefined))
    yield [["launch"], "models and model belong together: which models it runs, and how one is chosen"];
  for (const key of ["model", "prompt"] as const)
    if (launch[key]?.some((word) => word.includes(`{${key}}`)) === false)
      yield [["launch", key], `one of the words must hold {${key}}`];
}

function* cueFaults(cue: FileCue, { conditions = {} }: Told): Iterable<[Path, string]> {
  const isNamed = cue.shows !== undefined;
  if (isNamed === (cue.pattern !== undefined) || isNamed === (cue.where !== undefined))
    yield [[], `cue "${cue.name}" wants where and pattern, or shows with the name of a condition`];
  if ((cue.state === undefined) === (cue.phase === undefined))
    yield [[], `cue "${cue.name}" wants either a state or a phase`];
  if (cue.fresh && cue.state !== "idle") yield [["fresh"], `only state = "idle" can be fresh`];
  if (cue.activity !== undefined && cue.state !== "running") yield [["activity"], `only "running" has an activity`];
  if (cue.limit !== undefined && !cue.state?.startsWith("waiting_"))
    yield [["limit"], "only a dialog is about a limit"];
  const named: [string, number, unknown][] = [
    ...(cue.with ?? []).map((each, at): [string, number, unknown] => ["with", at, each]),
    ...(cue.without ?? []).map((each, at): [string, number, unknown] => ["without", at, each]),
  ];
  for (const [key, at, each] of named)
    if (typeof each === "string" && !Object.hasOwn(conditions, each)) yield [[key, at], noCondition(each)];
  if (cue.shows !== undefined && !Object.hasOwn(conditions, cue.shows)) yield [["shows"], noCondition(cue.shows)];
}

function noCondition(name: string): string {
  return `there is no condition "${name}" in [conditions]`;
}

interface Found {
  path: Path;
  source: string;
}

/** Every pattern of the file, with the path to it. */
export function patternsOf(file: Told): Found[] {
  const { process, screen = {}, titles = [], conditions = {}, cues = [], dialogs = [], typing = {} } = file;
  const { interrupt, launch = {} } = file;
  return [
    ...given(["process"], process, ["binary", "script"]),
    ...given(["screen"], screen, SCREEN_PATTERNS),
    ...given(["launch"], launch, ["models"]),
    ...dialogs.flatMap((dialog, at) =>
      dialogPatterns(dialog).map(({ path, source }) => ({ path: ["dialogs", at, ...path], source })),
    ),
    ...titles.flatMap((title, at) => given(["titles", at], title, ["pattern"])),
    ...Object.entries(conditions).flatMap(([name, each]) => conditionPatterns(["conditions", name], each)),
    ...cues.flatMap((cue, at) => [
      ...given(["cues", at], cue, ["pattern", "unless"]),
      ...(["with", "without"] as const).flatMap((key) =>
        (cue[key] ?? []).flatMap((each, place) =>
          typeof each === "string" ? [] : conditionPatterns(["cues", at, key, place], each),
        ),
      ),
    ]),
    ...given(["typing"], typing, ["pastes", "swallowed_end", "hint", "shell_mode", "paste_placeholder"]),
    ...(typing.tidies ?? []).flatMap((tidy, at) => given(["typing", "tidies", at], tidy, ["text", "box", "line"])),
    ...(["changes", "spoils"] as const).flatMap((key) =>
      (typing[key] ?? []).flatMap((habit, at) => given(["typing", key, at], habit, ["text"])),
    ),
    ...(interrupt === undefined ? [] : given(["interrupt"], interrupt, ["running"])),
  ];
}

function conditionPatterns(path: Path, condition: FileCondition): Found[] {
  return given(path, condition, ["pattern", "unless"]);
}

function given<K extends string>(path: Path, table: { [key in K]?: string | undefined }, keys: readonly K[]): Found[] {
  return keys.flatMap((key) => {
    const source = table[key];
    return typeof source === "string" ? [{ path: [...path, key], source }] : [];
  });
}
