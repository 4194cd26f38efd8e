import { contentId } from "../engine/content-id.ts";

/** The last part of a path, reduced to characters that are valid anywhere. */
export function workspaceName(workspace: string): string {
  const name = workspace.slice(workspace.lastIndexOf("/") + 1);
  return (
    name
      .replace(/[^A-Za-z0-9._-]/g, "_")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, 40) || "workspace"
  );
}

export function workspaceId(workspace: string): string {
  return `${workspaceName(workspace)}-${contentId(workspace).slice(0, 6)}`;
}

/** Why tmux does not take this session name (a colon or full stop would begin a window or pane), or null. */
export function sessionNameFault(name: string): string | null {
  if (name === "") return "a session's name is not empty";
  if (/[:.#]/.test(name)) return "tmux takes no colon, full stop or # in a session's name";
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return "a session's name is one line of plain text";
  if (/^[=$@%-]/.test(name)) return "a session's name does not begin with =, $, @, % or -";
  return name.startsWith("_agtmux") ? "names that begin with _agtmux are ours" : null;
}
