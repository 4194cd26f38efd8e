import { listAt, textAt, valueAt } from "../../core/adapter/payload.ts";
import type { SquadSignal } from "../../core/protocol/squad/squad.ts";
import { plain } from "./words.ts";

/** The agent's last squad signal, one line per field. */
export function renderSignal({ type, session_id, provisional, out_of_order, data }: SquadSignal): string[] {
  const task = [textAt(data, "taskId"), textAt(data, "taskTitle")].flatMap((word) => (word ? plain(word) : []));
  const head = [
    `signal: ${type}${provisional === true ? " (written ahead)" : ""}`,
    ...(task.length > 0 ? [`task ${task.join(" ")}`] : []),
    ...(session_id === null ? [] : [`session ${session_id}`]),
    ...(out_of_order === undefined ? [] : [`out of order: ${plain(out_of_order)}`]),
  ];
  return [head.join(" · "), ...TOLD.flatMap(([name, words]) => lines(name, words(data)))];
}

type Data = SquadSignal["data"];

/** Ordered by importance to a person who takes over. */
const TOLD: readonly [name: string, words: (data: Data) => string[]][] = [
  ["approach", (data) => texts(data, "approach")],
  ["question", (data) => texts(data, "question")],
  ["options", (data) => listAt(data, "options").flatMap((option) => textAt(option, "label") ?? [])],
  ["progress", (data) => (typeof data.progress === "number" ? [`${data.progress} %`] : [])],
  ["summary", (data) => texts(data, "summary")],
  ["quality", (data) => quality(data)],
  ["for you", (data) => titles(data, "humanActions")],
  ["next", (data) => titles(data, "suggestedTasks")],
  ["files", (data) => texts(data, "crossAgentIntel", "files")],
  ["patterns", (data) => texts(data, "crossAgentIntel", "patterns")],
  ["gotchas", (data) => texts(data, "crossAgentIntel", "gotchas")],
];

function lines(name: string, words: readonly string[]): string[] {
  return words.map((word, index) => `  ${(index === 0 ? `${name}:` : "").padEnd(10)}${plain(word)}`);
}

/** A text, or a list of them. */
function texts(data: Data, ...path: string[]): string[] {
  const value = valueAt(data, ...path);
  return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string" && each !== "");
}

function quality(data: Data): string[] {
  const words = ["tests", "build"].flatMap((what) => {
    const how = textAt(data, "quality", what);
    return how === undefined ? [] : `${what} ${how}`;
  });
  return words.length === 0 ? [] : [words.join(", ")];
}

function titles(data: Data, name: string): string[] {
  return listAt(data, name).flatMap((each) => {
    if (typeof each === "string") return each;
    const priority = valueAt(each, "priority");
    const title = textAt(each, "title");
    if (title === undefined) return [];
    return typeof priority === "number" ? `${title} (priority ${priority})` : title;
  });
}
