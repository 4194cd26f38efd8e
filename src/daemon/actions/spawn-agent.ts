import { randomBytes } from "node:crypto";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { GivenInstructions } from "../../core/adapter/launch.ts";
import { contentId } from "../../core/engine/content-id.ts";
import { type Spawned, type SpawnedBy, SpawnedItem, type SpawnRequest } from "../../core/protocol/actions/spawn.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { linesOf } from "../../core/provision/answer.ts";
import { type ChosenInstructions, chooseInstructions } from "../../core/provision/choose-instructions.ts";
import { type FoundLaunch, findLaunch } from "../../core/provision/find-launch.ts";
import { INSTRUCTIONS } from "../../core/provision/instructions.ts";
import { sessionNameFault, workspaceId, workspaceName } from "../../core/provision/session-names.ts";
import type { Registration } from "../../core/spool/registration.ts";
import { undo } from "./dispose-agent.ts";
import { launchInPane } from "./launch-in-pane.ts";
import { instruct } from "./spawn-instructions.ts";
import type { SpawnRecord, SpawnRecords } from "./spawn-records.ts";
import { addWorktree, folderOf, lookAt, type Workspace } from "./workspace.ts";
import type { WorkspaceShell } from "./workspace-shell.ts";

/** Bytes; a little less than Linux's longest argument. */
const MAX_PROMPT = 130_000;

/** The target to spawn on. */
export interface SpawnPlace {
  target: string;
  connectionRef: string;
  isLocal: boolean;
  socketName: string;
  shell: WorkspaceShell;
  /** Resolves when the pane is being listened to. */
  registerPane(registration: Registration): Promise<void>;
  /** Resolves when lists no longer show this pane. */
  untilGone(paneId: string): Promise<void>;
  /** Unregisters this session. */
  unregisterSession(sessionId: string): void;
  /** Whether an agent that was not spawned also signals from this workspace. */
  isShared(workspace: string, sessionId: string): boolean;
}

export interface SpawnDeps {
  place: SpawnPlace;
  records: SpawnRecords;
  /** The agents that can be named. */
  agents: readonly Adapter[];
  /** Folder for worktrees; empty for beside the repository. */
  worktrees: string;
  /** The agent that asked for it; absent if a person did. */
  spawnedBy?: SpawnedBy | undefined;
  now: number;
}

/** Creates workspace, instructions and pane, and starts the agent; undoes everything if a step fails. */
export async function spawnAgent(request: SpawnRequest, deps: SpawnDeps, touch: () => void): Promise<Spawned> {
  const found = findLaunch(request.agent, deps.agents);
  const ending = openingWords(request, found);
  if (request.session !== undefined) {
    const fault = sessionNameFault(request.session);
    if (fault !== null) throw new Fault("E_INVALID_INPUT", `--session: ${fault}`);
  }
  const record = blankRecord(request, found, deps);
  try {
    return await perform({ request, found, ending, record, deps, touch, warnings: [] });
  } catch (error) {
    await undo(record, deps).catch(() => undefined);
    throw error;
  }
}

/** One spawn, with what was made so far. */
interface Spawning {
  request: SpawnRequest;
  found: FoundLaunch;
  /** The last words of the command: the prompt. */
  ending: readonly string[];
  /** Kept before each step that makes something, so that a failure half-way can be undone. */
  record: SpawnRecord;
  deps: SpawnDeps;
  /** From now on something may have been made. */
  touch(): void;
  warnings: string[];
}

async function perform(spawning: Spawning): Promise<Spawned> {
  const { request, found, record, deps, touch, warnings } = spawning;
  const { place } = deps;
  if (request.worktree !== undefined) await makeWorktree(spawning, request.worktree);
  const workspace = await lookFor(found, record.worktree?.path ?? request.workspace, place.shell);
  noteWorkspace(record, workspace);
  touch();
  const folders = await makeSignalDirectory(record, workspace, deps, warnings);
  const chosen = choose(found, workspace, record, request.args);
  await giveInstructions(spawning, chosen, workspace);
  const variables = variablesOf(record, workspace.home, place.socketName);
  const argv = argvOf(spawning, chosen, variables);
  const session = request.session ?? sessionNameFor(workspace.path);
  const opened = await launchInPane(record, { argv, variables, session, home: workspace.home }, deps, warnings);
  await place.registerPane(registrationOf(record));
  await place.shell.run("spawn", "go", { here: record.here });
  const created = createdBy(record, folders, opened, deps);
  return { schema_version: 1, ...SpawnedItem.parse(record), created, warnings };
}

async function makeWorktree({ request, record, deps, touch }: Spawning, wanted: string): Promise<void> {
  const { place, records } = deps;
  const { worktree, made } = await addWorktree(place.shell, request.workspace, wanted, deps.worktrees);
  touch();
  record.worktree = worktree;
  nameSession(record, worktree.path);
  records.keep(record);
  for (const folder of worktree.folders) {
    const own = made.includes(folder) ? [folder] : [];
    records.hold(place.target, folder, record.session_id, { made: own, previous: null, exclude: null });
  }
}

function noteWorkspace(record: SpawnRecord, { path, home }: Workspace): void {
  if (record.worktree === null) nameSession(record, path);
  record.workspace = path;
  record.workspace_id = workspaceId(path);
  record.here = `${home}/launch/${record.session_id}`;
}

async function giveInstructions(
  { record, deps, warnings }: Spawning,
  chosen: ChosenInstructions,
  workspace: Workspace,
): Promise<void> {
  const { place, records } = deps;
  // recorded before anything is written, so that a failure half-way can be undone
  if (chosen.by === "file" || chosen.by === "present") record.instructions = { by: chosen.by, file: chosen.path };
  const { warning, ...given } = await instruct(chosen, workspace, record, { shell: place.shell, records });
  record.instructions = given;
  if (warning !== undefined) warnings.push(warning);
  records.keep(record);
}

function argvOf(
  { request, found, ending, record }: Spawning,
  chosen: ChosenInstructions,
  variables: Record<string, string>,
): string[] {
  const words = chosen.by === "words" ? chosen.words : [];
  if (found.kind === "command") return [record.program, ...words, ...request.args, ...ending];
  const { launch } = found;
  const settings = launch.variables?.(schmuxOnly(variables)) ?? [];
  return [record.program, ...(launch.args ?? []), ...found.words, ...words, ...settings, ...request.args, ...ending];
}

/** What was made, in words. */
function createdBy(record: SpawnRecord, folders: readonly string[], opened: string, deps: SpawnDeps): string[] {
  const { worktree, instructions, session_name, window_id } = record;
  return [
    ...(worktree === null ? [] : [`worktree ${worktree.path}`]),
    ...(worktree?.created_branch ? [`branch ${worktree.branch}`] : []),
    ...folders,
    ...(instructions.by === "file" && instructions.file !== null ? [createdFile(instructions.file, record, deps)] : []),
    `tmux ${opened} ${opened === "session" ? session_name : `${session_name}:${window_id}`}`,
  ];
}

/** Refuses a prompt if the agent takes none as an argument: it would have to be typed, which may go wrong. */
function openingWords({ agent, prompt }: SpawnRequest, found: FoundLaunch): readonly string[] {
  if (prompt === undefined) return [];
  if (Buffer.byteLength(prompt) > MAX_PROMPT) {
    const words = "the prompt is longer than a program's argument may be: put it into a file and name that file";
    throw new Fault("E_INVALID_INPUT", words, { most: MAX_PROMPT });
  }
  if (found.kind === "agent" && found.launch.prompt !== undefined) return found.launch.prompt(prompt);
  const words = `agtmux does not know how ${agent} takes a prompt: give it among the agent's own words, after --`;
  throw new Fault("E_INVALID_INPUT", words, { agent });
}

function blankRecord({ agent }: SpawnRequest, found: FoundLaunch, { place, now, spawnedBy }: SpawnDeps): SpawnRecord {
  return {
    session_id: "",
    target: place.target,
    ref: "",
    pane_id: "",
    window_id: "",
    session_name: "",
    agent,
    program: found.kind === "agent" ? found.launch.program : found.program,
    workspace: "",
    workspace_id: "",
    status_file: "",
    worktree: null,
    instructions: { by: "none", file: null },
    spawned_at: now,
    ...(spawnedBy !== undefined && { spawned_by: spawnedBy }),
    connection_ref: place.connectionRef,
    server: "",
    here: "",
  };
}

/** Which files an agent reads may depend on its settings: then looks a second time. */
async function lookFor(found: FoundLaunch, directory: string, shell: WorkspaceShell): Promise<Workspace> {
  if (found.kind === "command") return lookAt(shell, directory, [], []);
  const { launch } = found;
  const namesFor = (settings: ReadonlyMap<string, string>) => [
    ...new Set([
      ...launch.reads(settings).flat(),
      ...(launch.instructions.by === "file" ? launch.instructions.names(settings) : []),
      ...(launch.instructions.by === "file" ? [launch.instructions.own ?? []].flat() : []),
    ]),
  ];
  const usual = namesFor(new Map());
  const first = await lookAt(shell, directory, usual, launch.settings ?? []);
  const names = namesFor(first.settings);
  if (names.every((name) => usual.includes(name))) return first;
  return lookAt(shell, directory, names, launch.settings ?? []);
}

/** Each spawn is a session of its own. */
function nameSession(record: SpawnRecord, workspace: string): void {
  record.session_id = `${workspaceId(workspace)}-${randomBytes(4).toString("hex")}`;
}

async function makeSignalDirectory(
  record: SpawnRecord,
  { path, home }: Workspace,
  { place, records }: SpawnDeps,
  warnings: string[],
): Promise<string[]> {
  const aside = `${home}/workspaces/${contentId(path)}`;
  const answer = await place.shell.run("spawn", "make_signal_directory", { workspace: path, aside });
  const made = linesOf(answer, "made");
  record.status_file = `${answer.get("signal")}/${record.session_id}`;
  records.hold(place.target, folderOf(record.status_file), record.session_id, { made, previous: null, exclude: null });
  const unwritable = answer.get("unwritable");
  if (unwritable !== undefined)
    warnings.push(`${path} cannot hold the status file (${unwritable}): it is ${record.status_file} instead`);
  return made.filter((each) => !each.endsWith("/.gitignore"));
}

function choose(
  found: FoundLaunch,
  workspace: Workspace,
  { here }: SpawnRecord,
  args: readonly string[],
): ChosenInstructions {
  if (found.kind === "command")
    return { by: "none", why: "agtmux does not know this command: it gets the variables only" };
  const given: GivenInstructions = {
    text: INSTRUCTIONS,
    file: `${here}/instructions.md`,
    settings: workspace.settings,
    args,
  };
  return chooseInstructions({ ...given, launch: found.launch, workspace: workspace.path, seen: workspace.seen });
}

function variablesOf(record: SpawnRecord, home: string, socketName: string): Record<string, string> {
  return {
    SCHMUX_ENABLED: "1",
    SCHMUX_SESSION_ID: record.session_id,
    SCHMUX_WORKSPACE_ID: record.workspace_id,
    SCHMUX_STATUS_FILE: record.status_file,
    AGTMUX_HOME: home,
    AGTMUX_SESSION_ID: record.session_id,
    ...(socketName !== "" && { AGTMUX_TMUX_SOCKET: socketName }),
  };
}

function schmuxOnly(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith("SCHMUX_")));
}

function sessionNameFor(workspace: string): string {
  return workspaceName(workspace).replaceAll(".", "_");
}

function registrationOf(record: SpawnRecord): Registration {
  const { session_id, workspace_id, workspace, status_file, pane_id, server } = record;
  return { session_id, workspace_id, workspace, status_file, pane_id, tmux_server_pid: Number.parseInt(server, 10) };
}

function createdFile(file: string, { target }: SpawnRecord, { records }: SpawnDeps): string {
  return records.held(target, file)?.made.includes(file) ? file : `a block in ${file}`;
}
