import type { AgentFile } from "../../core/agent-file/agent-file.ts";
import type { JudgedScreen } from "../../core/agent-file/judge-screen.ts";
import { BY_DOCUMENTATION, type TriedVersion, triedWords } from "../../core/doctor/tried-version.ts";
import type { Look } from "./panes.ts";
import { table } from "./table.ts";
import { paint, plain } from "./words.ts";

/** An agent file; `path` is null for those that are part of agtmux. */
export interface ShownFile {
  path: string | null;
  file: AgentFile;
  /** The newest version that was tried with its real program. */
  tried?: TriedVersion | null;
}

const HEAD = ["NAME", "AGENT", "NEWEST SEEN", "TITLES", "CUES", "DIALOGS", "FILE"];

export function renderAgentFiles(
  files: readonly ShownFile[],
  faults: readonly { message: string }[],
  { colour }: Look,
): string {
  const rows = files.map(({ path, file: { name, label, newest, titles, cues, dialogs } }) => [
    name,
    label,
    newest ?? "not tried",
    String(titles?.length ?? 0),
    String(cues?.length ?? 0),
    String(dialogs?.length ?? 0),
    path ?? "(part of agtmux)",
  ]);
  const [header = [], ...lines] = table([HEAD, ...rows], null);
  return [
    paint(header.join("  ").trimEnd(), "1", colour),
    ...lines.map((line) => line.join("  ").trimEnd()),
    ...faults.map(({ message }) => `${paint("✗", "31", colour)} ${plain(message)}`),
  ].join("\n");
}

export function renderAgentFile({ path, file, tried = null }: ShownFile, { colour }: Look): string {
  const { name, label, newest, process, titles = [], cues = [], dialogs = [], interrupt } = file;
  const rows = [
    ...titles.map((title) => ["title", title.name, title.phase, "", title.pattern]),
    ...cues.map((cue) => ["cue", cue.name, meaningOf(cue), versionsOf(cue), patternOf(cue, file)]),
    ...dialogs.map((dialog) => ["dialog", ...dialogWords(dialog)]),
  ];
  return [
    paint(
      `${label} (${name}), ${newest === undefined ? BY_DOCUMENTATION : `read up to version ${newest}`}`,
      "1",
      colour,
    ),
    `file       ${path ?? "(part of agtmux)"}`,
    `tried      ${tried === null ? "no version of it" : triedWords(tried)}`,
    `process    ${process.binary}${process.script === undefined ? "" : ` or ${process.script}`}`,
    ...(interrupt === undefined
      ? []
      : [`interrupt  ${interrupt.key} ${interrupt.times}×, while: ${interrupt.running}`]),
    "",
    ...table(rows, null).map((line) => line.join("  ").trimEnd()),
  ].join("\n");
}

/** How a dialog is recognised, and how its choices are found. */
function dialogWords({ cues, hint, head, asks, first, choices, list }: NonNullable<AgentFile["dialogs"]>[number]) {
  const shown = cues?.join(", ") ?? hint ?? head ?? asks ?? first ?? "";
  return [shown, "", "", choices === undefined ? (list ?? "numbered") : "own keys"];
}

type FileCue = NonNullable<AgentFile["cues"]>[number];

function meaningOf({ state, phase, activity }: FileCue): string {
  return [state ?? phase ?? "", activity].filter(Boolean).join(", ");
}

function versionsOf({ since, until }: FileCue): string {
  if (since === undefined && until === undefined) return "";
  return `${since ?? ""}…${until ?? ""}`;
}

function patternOf(cue: FileCue, { conditions = {} }: AgentFile): string {
  const condition = cue.shows === undefined ? cue : conditions[cue.shows];
  return `${condition?.where}: ${condition?.pattern}`;
}

const MOST_ROWS = 3;
const LONGEST_ROW = 100;

/** The parts that cues look at: their lowest rows, which are the ones that tell. */
function partLines({ parts }: JudgedScreen): string[] {
  const shown = Object.entries(parts).map(([where, rows = []]) => [where, rows.slice(-MOST_ROWS)] as const);
  if (shown.length === 0) return ["    no part of the screen was found: [screen] does not fit it"];
  return shown.flatMap(([where, rows]) =>
    rows.map((row, at) => `    ${(at === 0 ? where : "").padEnd(8)}  ${plain(row.slice(0, LONGEST_ROW))}`),
  );
}

const SIGNS = { right: ["✓", "32"], untold: ["?", "33"], wrong: ["✗", "31"] } as const;

/** One line per screen, and what was read where that is not right; of the first such screens also their parts. */
export function renderJudged(
  { label }: AgentFile,
  folder: string,
  judged: readonly JudgedScreen[],
  { colour }: Look,
  mostWithParts = 0,
): string {
  if (judged.length === 0)
    return `the file of ${label} is right, but there are no screens to read by it: put them into ${folder} as CASE.STATE.txt`;
  const width = Math.max(...judged.map(({ name }) => name.length));
  const withParts = judged.filter(({ verdict }) => verdict !== "right").slice(0, mostWithParts);
  const lines = judged.flatMap((screen) => {
    const { name, state, read, verdict, why, choices } = screen;
    const [sign, shade] = SIGNS[verdict];
    const said = verdict === "right" ? state : `${state}, but ${read === "unknown" ? "not told" : `read as ${read}`}`;
    const keys = choices.map((choice) => `${choice.label} (${[choice.means, choice.keys].filter(Boolean).join(": ")})`);
    return [
      `${paint(sign, shade, colour)} ${name.padEnd(width)}  ${said} · ${plain(why)}`,
      ...(keys.length === 0 ? [] : [`  ${" ".repeat(width)}  choices: ${plain(keys.join(" · "))}`]),
      ...(withParts.includes(screen) ? partLines(screen) : []),
    ];
  });
  const count = (verdict: JudgedScreen["verdict"]) => judged.filter((each) => each.verdict === verdict).length;
  const sum = `${judged.length} screens: ${count("right")} right, ${count("untold")} not told, ${count("wrong")} wrong`;
  return [...lines, sum].join("\n");
}
