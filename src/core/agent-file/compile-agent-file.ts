import type { Adapter, Interrupt, Reading } from "../adapter/adapter.ts";
import type { TextHabit, Typing } from "../adapter/delivery-plan.ts";
import { level } from "../adapter/evidence.ts";
import { identifyBy } from "../adapter/identify-by.ts";
import { given } from "../adapter/payload.ts";
import type { Condition, Cue } from "../adapter/screen.ts";
import { type ScreenKnowledge, screenReader } from "../adapter/screen-reader.ts";
import { rowsOf } from "../adapter/screen-rows.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { phaseOf } from "../protocol/base/state.ts";
import type { Level } from "../protocol/events/event.ts";
import type { AgentFile, FileCondition, FileCue, FileTyping } from "./agent-file.ts";
import { dialogsByFile } from "./dialogs/dialogs-by-file.ts";
import { launchOf } from "./launch-by-file.ts";
import { layoutByFile } from "./layout/layout-by-file.ts";
import { withPhrases } from "./phrases.ts";
import { shapeOf } from "./schema/screen-shape.ts";

/** How the parts of a screen and its dialogs are read. */
type ScreenReaders = Pick<ScreenKnowledge, "layout" | "readDialog">;

/** The parts of an adapter that a file gives. */
export type CompiledFile = Pick<
  Adapter,
  | "name"
  | "label"
  | "byDocumentation"
  | "identify"
  | "readTitle"
  | "readScreen"
  | "screenParts"
  | "readDialog"
  | "typing"
  | "interrupt"
  | "exit"
  | "launch"
  | "resume"
  | "repeats"
>;

/** Compiles an agent file that has been checked, once; `pattern` decides who reads its patterns. */
export function compileAgentFile(file: AgentFile, pattern: (source: string) => Pattern): CompiledFile {
  const read = reader(file, pattern);
  const readers = readersOf(file, read);
  const { name, label, titles, typing, interrupt, exit, launch, resume, repeats } = file;
  const readTitle = titles === undefined ? undefined : titleReader(name, titles, read);
  const knowledge = readers && knowledgeOf(file, read, readers);
  return {
    name,
    label,
    identify: identifyOf(file.process, read),
    ...given({
      readTitle,
      readScreen: knowledge === null ? undefined : screenReader({ ...knowledge, ...given({ readTitle }) }),
      screenParts: readers === null ? undefined : (lines: readonly string[]) => readers.layout(rowsOf(lines)) ?? {},
      readDialog: readers?.readDialog,
      typing: typing && typingOf(typing, read),
      interrupt: interrupt && ({ ...interrupt, running: read(interrupt.running) } satisfies Interrupt),
      exit,
      launch: launch && launchOf(launch, read),
      byDocumentation: file.newest === undefined ? (true as const) : undefined,
      resume: resume && ((session: string) => resume.map((word) => word.replaceAll("{session}", () => session))),
      repeats,
    }),
  };
}

type Read = (source: string) => Pattern;

/** By `[screen]` and `[[dialogs]]`; null without them. */
function readersOf(file: AgentFile, read: Read): ScreenReaders | null {
  if (file.screen === undefined) return null;
  const shape = shapeOf(file.screen, read);
  const layout = layoutByFile(shape);
  if (file.dialogs === undefined) return { layout };
  const readScreen = screenReader(knowledgeOf(file, read, { layout }));
  return { layout, readDialog: dialogsByFile(file.dialogs, shape, readScreen, read) };
}

/** Reads the patterns of this file, with its phrases. */
function reader(file: AgentFile, pattern: (source: string) => Pattern): Read {
  return (source) => pattern(withPhrases(source, file.phrases).source);
}

function knowledgeOf(file: AgentFile, read: Read, readers: ScreenReaders): ScreenKnowledge {
  // a file with a screen names the version that showed it (AD46)
  return { agent: file.name, newest: file.newest ?? "0", ...readers, cues: cuesOf(file, read) };
}

function identifyOf(process: AgentFile["process"], read: Read): Adapter["identify"] {
  const { binary, script, interpreters, helpers = [], chores = [], helper_options, prompts_by_option } = process;
  const { conversations } = process;
  return identifyBy({
    binary: read(binary),
    helpers,
    chores,
    ...given({ script: script === undefined ? undefined : read(script), helperOptions: helper_options }),
    ...given({ interpreters, promptsByOption: prompts_by_option, conversations }),
  });
}

function titleReader(agent: string, titles: NonNullable<AgentFile["titles"]>, read: Read) {
  const shapes = titles.map(({ name, pattern, phase, blind }) => ({
    pattern: read(pattern),
    reading: {
      source: "title",
      event_type: `${agent}.${name}`,
      message: "",
      evidence: level(phase, given({ blind })),
    } satisfies Reading,
  }));
  return (title: string): Reading | null => shapes.find(({ pattern }) => pattern.test(title))?.reading ?? null;
}

function cuesOf({ cues = [], conditions = {} }: AgentFile, read: Read): Cue[] {
  const compiled = new Map(Object.entries(conditions).map(([name, each]) => [name, conditionOf(each, read)]));
  const conditionNamed = (each: string | FileCondition): Condition => {
    const condition = typeof each === "string" ? compiled.get(each) : conditionOf(each, read);
    if (condition === undefined) throw new Error(`no condition ${each}`);
    return condition;
  };
  return cues.map((cue): Cue => {
    const { name, shows, where = "last", pattern = "", unless, since, until } = cue;
    return {
      name,
      ...conditionNamed(shows ?? { where, pattern, ...given({ unless }) }),
      says: meaningOf(cue),
      ...given({
        with: cue.with?.map(conditionNamed),
        without: cue.without?.map(conditionNamed),
        underSilentTitle: cue.under_silent_title,
        since,
        until,
      }),
    };
  });
}

function conditionOf({ where, pattern, unless }: FileCondition, read: Read): Condition {
  return { where, pattern: unless === undefined ? read(pattern) : allBut(read(pattern), read(unless)) };
}

function meaningOf({ state, phase, fresh, activity, limit }: FileCue): Level {
  const kind = activity === undefined ? undefined : { kind: activity };
  return level(phase ?? (state === undefined ? null : phaseOf(state)) ?? "rest", {
    ...given({ state: state === "running" ? undefined : state, fresh, activity: kind, limit }),
  });
}

function typingOf(typing: FileTyping, read: Read): Typing {
  const { pastes, swallowed_end, longest_paste, hint, shell_mode, paste_placeholder, tidies, changes, spoils } = typing;
  const optional = (source: string | undefined) => (source === undefined ? undefined : read(source));
  const textOf = ({ text, only_long }: { text?: string | undefined; only_long?: true | undefined }) =>
    onlyLong(optional(text) ?? ANY, only_long && typing.long_text);
  const habits = (all: FileTyping["changes"]) =>
    all?.map((habit): TextHabit => ({ text: textOf(habit), note: habit.note }));
  return given({
    pastes: optional(pastes),
    swallowedEnd: optional(swallowed_end),
    longestPaste: longest_paste,
    hint: optional(hint),
    shellMode: optional(shell_mode),
    pastePlaceholder: optional(paste_placeholder),
    tidies: tidies?.map((tidy) => ({
      text: textOf(tidy),
      keys: tidy.keys,
      ...given({ box: optional(tidy.box), line: optional(tidy.line) }),
    })),
    changes: habits(changes),
    spoils: habits(spoils),
  });
}

const ANY: Pattern = /^/;

/** Lengths count as in the programs that judge them, which are written in JavaScript. */
function onlyLong(pattern: Pattern, long: FileTyping["long_text"]): Pattern {
  if (long === undefined) return pattern;
  const isLong = (text: string) => text.length > long.more_than || text.split("\n", long.lines).length === long.lines;
  return {
    test: (text) => isLong(text) && pattern.test(text),
    exec: (text) => (isLong(text) ? pattern.exec(text) : null),
  };
}

function allBut(pattern: Pattern, unless: Pattern): Pattern {
  return {
    test: (text) => pattern.test(text) && !unless.test(text),
    exec: (text) => (unless.test(text) ? null : pattern.exec(text)),
  };
}
