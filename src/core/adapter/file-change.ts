import { lineDiff } from "../questions/line-diff.ts";
import { listAt, textAt, valueAt } from "./payload.ts";

const PATHS = ["file_path", "filePath", "filepath", "path"];
const DIFFS = ["diff", "fileDiff"];
const OLD = ["old_string", "oldString", "old_str"];
const NEW = ["new_string", "newString", "new_str"];
const CONTENTS = ["content", "file_text", "newContent"];

/** The file that a call names, if any. */
export function fileOf(input: unknown): string | undefined {
  return firstText(input, PATHS);
}

/** The change to that file as a diff: the agent's own, or made from the old and new text; undefined if the call has neither. */
export function fileChange(input: unknown): string | undefined {
  const diff = firstText(input, DIFFS);
  if (diff !== undefined) return diff.trimEnd();
  const several = listAt(input, "edits");
  const edits = (several.length > 0 ? several : [input]).flatMap(editOf);
  if (edits.length > 0) return edits.join("\n@@\n");
  const content = firstText(input, CONTENTS);
  return content === undefined ? undefined : ["@@ the whole file @@", ...lineDiff("", content)].join("\n");
}

function editOf(edit: unknown): string[] {
  const [old, now] = [firstText(edit, OLD), firstText(edit, NEW)];
  if (old === undefined && now === undefined) return [];
  const places = valueAt(edit, "replace_all") === true ? ["@@ in every place @@"] : [];
  return [[...places, ...lineDiff(old ?? "", now ?? "")].join("\n")];
}

function firstText(value: unknown, names: readonly string[]): string | undefined {
  return names.map((name) => textAt(value, name)).find((text) => text !== undefined);
}
