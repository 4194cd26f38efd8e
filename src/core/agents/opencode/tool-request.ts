import { listAt, parsePayload, textAt, valueAt } from "../../adapter/payload.ts";
import type { ToolRequest } from "../../rules/tool-request.ts";

/** Fields of an input that are read here, or change neither what is run nor where. */
const COMMAND_FIELDS = new Set(["command", "description", "timeout", "workdir"]);
const FILE_FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  edit: new Set(["filePath", "oldString", "newString", "replaceAll"]),
  write: new Set(["filePath", "content"]),
};

/**
 * Reads the command or file that a permission is for. The rest of the input is in the call that it belongs to, which our
 * plugin adds. Without that call, or with a field that is not known here, it may do more: a rule can deny it, not allow it.
 */
export function toolRequest(text: string): ToolRequest | null {
  const payload = parsePayload(text);
  const permission = textAt(payload, "properties", "permission");
  if (permission === undefined || textAt(payload, "type") !== "permission.asked") return null;
  const call = valueAt(payload, "call");
  const tool = textAt(call, "tool");
  const fields = listAt(call, "fields");
  const hasOnly = (known: ReadonlySet<unknown>) => fields.length > 0 && fields.every((field) => known.has(field));
  const workdir = valueAt(call, "workdir") ?? null;
  const cwd = workdir ?? textAt(payload, "directory");
  const isPlaced = typeof cwd === "string" && cwd.startsWith("/");
  const metadata = valueAt(payload, "properties", "metadata");
  const [command, file] = [textAt(metadata, "command"), textAt(metadata, "filepath")];
  const isCommand = permission === "bash" && tool === "bash" && hasOnly(COMMAND_FIELDS);
  const known = Object.hasOwn(FILE_FIELDS, tool ?? "") ? FILE_FIELDS[tool ?? ""] : undefined;
  const isFile = permission === "edit" && known !== undefined && hasOnly(known);
  return {
    tool: tool ?? permission,
    cwd: isPlaced ? cwd : "",
    command: isPlaced && isCommand && command !== undefined ? command : null,
    paths: isPlaced && isFile && file !== undefined ? [file] : null,
  };
}
