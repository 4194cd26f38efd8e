import type { Explained } from "../../client/client.ts";
import { backgroundWords } from "../../core/lists/background-words.ts";
import { changesOf } from "../../core/lists/who.ts";
import type { Attention } from "../../core/protocol/events/attention.ts";
import type { Resolution, WeighedEvidence } from "../../core/protocol/events/explain.ts";
import { labelOf } from "../../core/protocol/events/shelves.ts";
import type { Doing } from "../../core/protocol/lists/doing.ts";
import { type Look, limitedWords } from "./panes.ts";
import { renderSignal } from "./signal.ts";
import { table } from "./table.ts";
import { paint, paintState, plain, shortAge, stateSymbol } from "./words.ts";
import { branchWords, toolWords } from "./work-columns.ts";

const MARKERS: Record<NonNullable<Explained["markers"]>, string> = {
  lines: "read in what is printed here, line by line",
  screen: "read off its screen, since its own messages are not heard",
  words: "read in its own messages, not off its screen",
};

/** Shows the state, the reason for it, and every piece of evidence with its verdict. */
export function renderExplanation({ pane, resolution, signal, markers }: Explained, { columns, colour }: Look): string {
  const title = `${stateSymbol(pane.state)} ${pane.state}${pane.reason_code ? ` (${pane.reason_code})` : ""}`;
  const head = [`${paintState(title, pane.state, colour)}  ${pane.agent ?? "no agent"}  ${plain(pane.ref)}`];
  if (resolution === null) return [...head, plain(pane.because)].join("\n");
  head.push(`because ${plain(resolution.because)} · ${resolution.confidence} confidence`);
  const { nothing_new_since: since, evidence } = resolution;
  const [piece] = evidence;
  const now = piece === undefined ? null : piece.at + piece.age_ms;
  if (now !== null && resolution.since !== null)
    head.push(`in this state for ${shortAge(now - resolution.since)}; LAST HEARD below is the age of each report`);
  if (since !== null && now !== null) {
    const age = shortAge(now - since);
    head.push(`nothing new for ${age}: no signal, and on its screen only a spinner or a count of time moves`);
  }
  const decider = resolution.evidence.find(({ verdict }) => verdict === "decides");
  if (decider !== undefined) head.push(plain(deciderLine(decider)));
  if (resolution.message !== (decider?.message ?? "")) head.push(`says: ${plain(resolution.message)}`);
  if (resolution.attention !== null)
    head.push(`wants: ${labelOf(resolution)}${callerOf(resolution.attention)}${wordsOf(resolution)}`);
  const limited = limitedWords(resolution, now ?? 0);
  if (limited !== "") head.push(limited);
  if (markers) head.push(`markers: ${MARKERS[markers]}`);
  if (pane.doing !== null) head.push(...workLines(pane.doing, now));
  head.push(...teamLines(pane));
  if (signal !== null) head.push("", ...renderSignal(signal));
  if (resolution.evidence.length === 0) return [...head, "", "no evidence yet"].join("\n");
  const rows = resolution.evidence.map((piece) => [
    piece.verdict,
    shortAge(piece.age_ms),
    piece.kind,
    piece.source,
    piece.says ?? "-",
    plain(piece.event_type),
    plain(piece.why),
  ]);
  const lines = table([["VERDICT", "LAST HEARD", "KIND", "SOURCE", "SAYS", "EVENT", "WHY"], ...rows], columns).map(
    (cells) => cells.join("  ").trimEnd(),
  );
  const [header = "", ...body] = lines;
  return [...head, "", paint(header, "1", colour), ...body].join("\n");
}

/** One line each for task, tool, last words, commands in the background, directory, branch and changes, with its source. */
function workLines({ task, tool, words, directory, branch, changes, background }: Doing, now: number | null): string[] {
  const facts = [
    ["task", task, task?.text],
    ["tool", tool, toolWords(tool)],
    ["last words", words, words?.text],
    ["background", background ?? null, backgroundWords({ ...(background !== undefined && { background }) })],
    ["directory", directory, directory?.path],
    ["branch", branch, branchWords(branch)],
    ["not committed", changes, changesOf(changes) || "nothing"],
  ] as const;
  return facts.flatMap(([name, told, text]) => {
    if (told === null) return [];
    const age = told.at === null || now === null ? "" : `, ${shortAge(now - told.at)} ago`;
    return [plain(`${name}: ${text} (${told.source} ${told.from}${age})`)];
  });
}

/** Its lead, or the number of its own teammates. */
function teamLines({ teammate, teammates }: Explained["pane"]): string[] {
  return [
    ...(teammate === undefined
      ? []
      : [plain(`teammate: ${teammate.name}, of ${teammate.lead_pane ?? "a lead that is gone"} (by its command line)`)]),
    ...(teammates === undefined
      ? []
      : [`teammates: ${teammates.all} in panes of their own, ${teammates.working} at work`]),
  ];
}

/** The deciding event: source, age and message. Levels are seen repeatedly; other evidence is received once. */
function deciderLine({ source, event_type, kind, age_ms, message }: WeighedEvidence): string {
  const when = `${kind === "level" ? "last seen" : "heard"} ${shortAge(age_ms)} ago`;
  return `decided by ${source} ${event_type}, ${when}${message === "" ? "" : `: ${message}`}`;
}

/** Attention from titles, files and screens also has the source "hook"; the deciding event names the real one. */
function callerOf({ source }: Attention): string {
  return source === "hook" ? "" : `, said by ${source}`;
}

/** Attention that outlived its evidence has another message than the state. */
function wordsOf({ attention, message }: Resolution): string {
  return attention === null || attention.message === "" || attention.message === message
    ? ""
    : `: ${plain(attention.message)}`;
}
