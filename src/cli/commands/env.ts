import { existsSync, lstatSync, statSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { contentId } from "../../core/engine/content-id.ts";
import { asFault, Fault } from "../../core/protocol/base/fault.ts";
import { quoted } from "../../core/provision/shell-words.ts";
import type { Registration } from "../../core/spool/registration.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { makePrivateDirectory } from "../common/private-directory.ts";
import { dropIntoSpool } from "../common/spool.ts";
import { type CurrentPane, currentPane } from "../common/tmux-pane.ts";
import { ENV } from "../tables/env.ts";

/** Registers this pane and prints variables for `eval`, so that programs started here can signal. */
export async function envCommand(args: string[], context: Context): Promise<void> {
  readOptions(ENV, args);
  const pane = currentPane();
  const registration = describePane(pane, context);
  await announce(registration, pane, context);
  const variables: [string, string][] = [
    ["SCHMUX_ENABLED", "1"],
    ["SCHMUX_SESSION_ID", registration.session_id],
    ["SCHMUX_WORKSPACE_ID", registration.workspace_id],
    ["SCHMUX_STATUS_FILE", registration.status_file],
    ["AGTMUX_HOME", context.home],
    ["AGTMUX_SESSION_ID", registration.session_id],
  ];
  if (context.tmuxSocket) variables.push(["AGTMUX_TMUX_SOCKET", context.tmuxSocket]);
  const own = join(__dirname, "..", "bin");
  if (!isOnPath("agtmux")) variables.push(["PATH", `${process.env.PATH ?? ""}${delimiter}${own}`]);
  context.raw(variables.map(([name, value]) => `export ${name}=${quoted(value)}`).join("\n"));
}

function describePane(pane: CurrentPane, context: Context): Registration {
  const workspace = workspaceOf(currentDirectory());
  const name =
    basename(workspace)
      .replace(/[^A-Za-z0-9._-]/g, "_")
      .replace(/^[^A-Za-z0-9]+/, "") || "workspace";
  const workspace_id = `${name.slice(0, 40)}-${contentId(workspace).slice(0, 6)}`;
  // registering the same pane again gives the same session id
  const session_id = `${workspace_id}-${contentId(pane.tmux.split(",").slice(0, -1).join(","), pane.id, workspace).slice(0, 8)}`;
  const status_file = findStatusFile(workspace, context.home, session_id);
  return { session_id, workspace_id, workspace, status_file, pane_id: pane.id, tmux_server_pid: pane.serverPid };
}

/** Without a daemon the registration waits in the spool. */
async function announce(registration: Registration, pane: CurrentPane, context: Context): Promise<void> {
  try {
    await context.client.register(registration);
  } catch (error) {
    if (asFault(error).code !== "E_DAEMON_DOWN") throw error;
    const { session_id } = registration;
    dropIntoSpool(context.home, {
      agent: "agtmux",
      event: "register",
      pane: pane.id,
      tmux: pane.tmux,
      pid: null,
      start: null,
      session: session_id,
      payload: JSON.stringify(registration),
    });
    context.note("agtmux: the daemon is not running; signals are kept and count when it starts: agtmux daemon start");
  }
}

/** Returns the root of the repository that contains this directory, else the directory itself. */
function workspaceOf(start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, ".git"))) return directory;
    if (directory === dirname(directory)) return start;
  }
}

/** Returns a path in the workspace, hidden from git; if that cannot be written, one in our own home. */
function findStatusFile(workspace: string, home: string, session: string): string {
  try {
    return statusFileBelow(workspace, session);
  } catch {
    const root = join(home, "workspaces", contentId(workspace));
    try {
      makePrivateDirectory(root);
      return statusFileBelow(root, session);
    } catch (cause) {
      throw new Fault(
        "E_HOME_UNUSABLE",
        `cannot create a signal directory in ${root}: ${(cause as Error).message}`,
        {},
        cause,
      );
    }
  }
}

/**
 * A repository may contain symlinks at these paths that lead anywhere. They are not followed, so that an agent never
 * writes its status through one.
 */
function statusFileBelow(root: string, session: string): string {
  const own = join(root, ".schmux");
  const directory = join(own, "signal");
  for (const path of [own, directory]) {
    makePrivateDirectory(path);
    if (!lstatSync(path).isDirectory()) throw new Error(`${path} is not a directory`);
  }
  try {
    writeFileSync(join(own, ".gitignore"), "*\n", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const file = join(directory, session);
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error(`${file} is a link`);
  return file;
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new Fault("E_INVALID_INPUT", "the current directory no longer exists: cd to one that does", {}, cause);
  }
}

function isOnPath(command: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((directory) => {
    try {
      return statSync(join(directory, command)).isFile();
    } catch {
      return false;
    }
  });
}
