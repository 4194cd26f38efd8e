import type { SquadSignal } from "../../../core/protocol/squad/squad.ts";

/** A quality check, its result and how good that is. */
export interface QualityChip {
  name: string;
  value: string;
  mood: "good" | "bad" | "plain";
}

export interface ToDo {
  title: string;
  about: string;
  items: string[];
}

export interface SuggestedTask {
  title: string;
  about: string;
  marks: string[];
}

/** An agent's report when it is done or wants a review. */
export interface Bundle {
  type: "complete" | "review";
  summary: string[];
  quality: QualityChip[];
  toDo: ToDo[];
  suggested: SuggestedTask[];
  intel: { name: string; words: string[] }[];
}

const GOOD = new Set(["passing", "clean", "low"]);
const BAD = new Set(["failing", "errors", "high", "critical", "partial", "warnings"]);

/** Null for signals without a report. Agents write these by hand, so parts that do not fit are left out. */
export function readBundle(signal: SquadSignal | null): Bundle | null {
  if (signal === null || (signal.type !== "complete" && signal.type !== "review")) return null;
  const { data } = signal;
  const intel = record(data.crossAgentIntel);
  const bundle: Bundle = {
    type: signal.type,
    summary: wordsOf(data.summary),
    quality: qualityOf(data),
    toDo: list(data.humanActions).map((item) => ({ ...titled(item), items: wordsOf(item.items) })),
    suggested: list(data.suggestedTasks).map((item) => ({ ...titled(item), marks: marksOf(item) })),
    intel: [
      { name: "Files", words: [...wordsOf(intel.files), ...filesOf(data.filesModified)] },
      { name: "Patterns", words: wordsOf(intel.patterns) },
      { name: "Gotchas", words: wordsOf(intel.gotchas) },
      { name: "Breaking changes", words: wordsOf(data.breakingChanges) },
      { name: "Known limitations", words: wordsOf(data.knownLimitations) },
    ].filter(({ words }) => words.length > 0),
  };
  const { summary, quality, toDo, suggested } = bundle;
  return [summary, quality, toDo, suggested, bundle.intel].every((part) => part.length === 0) ? null : bundle;
}

function qualityOf(data: Record<string, unknown>): QualityChip[] {
  const quality = record(data.quality);
  const named: [string, unknown][] = [
    ["tests", quality.tests ?? data.testsStatus],
    ["build", quality.build ?? data.buildStatus],
    ["risk", data.riskLevel],
    ["before", quality.preExisting],
  ];
  return named.flatMap(([name, value]) =>
    typeof value === "string" && value !== ""
      ? [{ name, value, mood: GOOD.has(value) ? "good" : BAD.has(value) ? "bad" : "plain" }]
      : [],
  );
}

function titled(item: Record<string, unknown>): { title: string; about: string } {
  return { title: text(item.title), about: text(item.description) || text(item.reason) };
}

function marksOf({ priority, type, labels }: Record<string, unknown>): string[] {
  const named = typeof labels === "string" ? labels.split(",").map((label) => label.trim()) : wordsOf(labels);
  return [...(typeof priority === "number" ? [`P${priority}`] : []), text(type), ...named].filter(
    (mark) => mark !== "",
  );
}

function filesOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.map((file) => text(file) || text(record(file).path)).filter((file) => file !== "")
    : [];
}

function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return Array.isArray(value) ? value.filter((word) => typeof word === "string" && word !== "") : [];
}

/** Objects with a title; a plain string is its own title. */
function list(value: unknown): Record<string, unknown>[] {
  const items = Array.isArray(value) ? value : [];
  return items
    .map((item) => (typeof item === "string" ? { title: item } : record(item)))
    .filter(({ title }) => text(title) !== "");
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
