import { parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import type { ToolRequest } from "../../rules/tool-request.ts";

/** Fields of an input beside the command or file: none of them changes what is run, or where. */
const COMMAND_FIELDS = new Set(["command", "description", "timeout", "run_in_background"]);
const FILE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  Edit: new Set(["file_path", "old_string", "new_string", "replace_all"]),
  MultiEdit: new Set(["file_path", "edits"]),
  Write: new Set(["file_path", "content"]),
  Read: new Set(["file_path", "offset", "limit", "pages"]),
};
/** They ask the person something. */
const CONVERSES = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** The object of a permission request. An input with a field that is not known here may do more, and only denies see it. */
export function toolRequest(text: string): ToolRequest | null {
  const payload = parsePayload(text);
  const [tool, cwd] = [textAt(payload, "tool_name"), textAt(payload, "cwd")];
  if (tool === undefined || cwd === undefined || CONVERSES.has(tool)) return null;
  const input = valueAt(payload, "tool_input");
  const fields = typeof input === "object" && input !== null && !Array.isArray(input) ? Object.keys(input) : [];
  const hasOnly = (known: ReadonlySet<string>) => fields.every((field) => known.has(field));
  const [command, file] = [textAt(input, "command"), textAt(input, "file_path")];
  const known = Object.hasOwn(FILE_FIELDS, tool) ? FILE_FIELDS[tool] : undefined;
  return {
    tool,
    cwd,
    command: tool === "Bash" && command !== undefined && hasOnly(COMMAND_FIELDS) ? command : null,
    paths: known !== undefined && file !== undefined && hasOnly(known) ? [file] : null,
  };
}
