import { randomBytes } from "node:crypto";
import { formatText } from "../../core/actions/tmux-words.ts";
import type { Adapter } from "../../core/adapter/adapter.ts";
import type { GivenInstructions } from "../../core/adapter/launch.ts";
import { contentId } from "../../core/engine/content-id.ts";
import { type Spawned, type SpawnedBy, SpawnedItem, type SpawnRequest } from "../../core/protocol/actions/spawn.ts";
import { Fault } from "../../core/protocol/base/fault.ts";
import { formatRef } from "../../core/protocol/base/refs.ts";
import { linesOf } from "../../core/provision/answer.ts";
import { type ChosenInstructions, chooseInstructions } from "../../core/provision/choose-instructions.ts";
import { type FoundLaunch, findLaunch } from "../../core/provision/find-launch.ts";
import { INSTRUCTIONS } from "../../core/provision/instructions.ts";
import { launcherText } from "../../core/provision/launcher.ts";
import { sessionNameFault, workspaceId, workspaceName } from "../../core/provision/session-names.ts";
import type { Registration } from "../../core/spool/registration.ts";
import { undo } from "./dispose-agent.ts";
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
    return await perform(request, found, ending, record, deps, touch);
  } catch (error) {
    await undo(record, deps).catch(() => undefined);
    throw error;
  }
}

async function perform(
  request: SpawnRequest,
  found: FoundLaunch,
  ending: readonly string[],
  record: SpawnRecord,
  deps: SpawnDeps,
  touch: () => void,
): Promise<Spawned> {
  const { place, records } = deps;
  const { shell } = place;
  const warnings: string[] = [];
  if (request.worktree !== undefined) {
    const added = await addWorktree(shell, request.workspace, request.worktree, deps.worktrees);
    touch();
    record.worktree = added.worktree;
    nameSession(record, added.worktree.path);
    records.keep(record);
    for (const folder of added.worktree.folders) {
      const made = added.made.includes(folder) ? [folder] : [];
      records.hold(place.target, folder, record.session_id, { made, previous: null, exclude: null });
    }
  }
  const workspace = await lookFor(found, record.worktree?.path ?? request.workspace, shell);
  if (record.worktree === null) nameSession(record, workspace.path);
  record.workspace = workspace.path;
  record.workspace_id = workspaceId(workspace.path);
  record.here = `${workspace.home}/launch/${record.session_id}`;
  touch();
  const made = await makeSignalDirectory(record, workspace, deps, warnings);
  const args = [...request.args];
  const chosen = choose(found, workspace, record, args);
  // recorded before anything is written, so that a failure half-way can be undone
  if (chosen.by === "file" || chosen.by === "present") record.instructions = { by: chosen.by, file: chosen.path };
  const { warning, ...instructions } = await instruct(chosen, workspace, record, { shell, records });
  record.instructions = instructions;
  if (warning !== undefined) warnings.push(warning);
  records.keep(record);
  const variables = variablesOf(record, workspace.home, place.socketName);
  const argv = [
    record.program,
    ...(found.kind === "agent" ? [...(found.launch.args ?? []), ...found.words] : []),
    ...(chosen.by === "words" ? chosen.words : []),
    ...(found.kind === "agent" ? (found.launch.variables?.(schmuxOnly(variables)) ?? []) : []),
    ...args,
    ...ending,
  ];
  const session = request.session ?? sessionNameFor(workspace.path);
  const launched = await launch(record, { argv, variables, session, home: workspace.home }, deps, warnings);
  await place.registerPane(registrationOf(record));
  await shell.run("spawn", "go", { here: record.here });
  const created = [
    ...(record.worktree === null ? [] : [`worktree ${record.worktree.path}`]),
    ...(record.worktree?.created_branch ? [`branch ${record.worktree.branch}`] : []),
    ...made,
    ...(instructions.by === "file" && instructions.file !== null ? [createdFile(instructions.file, record, deps)] : []),
    `tmux ${launched} ${launched === "session" ? record.session_name : `${record.session_name}:${record.window_id}`}`,
  ];
  return { schema_version: 1, ...SpawnedItem.parse(record), created, warnings };
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

/** Opens the pane and waits for its launcher: only the user's own shell knows whether the program exists. */
async function launch(
  record: SpawnRecord,
  how: { argv: string[]; variables: Record<string, string>; session: string; home: string },
  { place, records, agents }: SpawnDeps,
  warnings: string[],
): Promise<string> {
  const own = Object.keys(process.env).filter((name) => /^(AGTMUX|SCHMUX)_[A-Z_]+$/.test(name));
  const answer = await place.shell.run("spawn", "launch", {
    here: record.here,
    run_text: launcherText({ variables: how.variables, argv: how.argv, bin: `${how.home}/bin` }),
    instructions: INSTRUCTIONS,
    session: how.session,
    window: workspaceName(record.agent),
    directory: formatText(record.workspace),
    // a tmux server that we start inherits this daemon's environment
    own_names: place.isLocal ? own.join(" ") : "",
  });
  const [pane = "", window = "", pid = "", start = "", ...name] = (answer.get("pane") ?? "").split(" ");
  if (!/^%\d{1,10} @\d{1,10} \d{1,10} \d{1,15}$/.test(`${pane} ${window} ${pid} ${start}`))
    throw new Fault("E_TARGET_UNUSABLE", "tmux did not say which pane it has opened", { target: place.target });
  record.pane_id = pane;
  record.window_id = window;
  record.session_name = name.join(" ");
  record.server = `${pid} ${start}`;
  record.ref = formatRef({ type: "pane", target: place.target, session: record.session_name, window, pane });
  records.keep(record);
  if (answer.has("slow"))
    warnings.push("your login shell did not get ready within 10 s: the agent was started without it");
  if ((answer.get("found") ?? "") === "") throw notFound(record, agents);
  return answer.get("made") ?? "window";
}

function notFound({ agent, program, target }: SpawnRecord, agents: readonly Adapter[]): Fault {
  const known = agents.filter(({ launch }) => launch !== undefined).map(({ name }) => name);
  const there = target === "host" ? "here" : `on ${target}`;
  const words = `there is no command ${program} ${there}, neither in your shell's PATH nor in tmux's: install it, or name one of ${known.join(", ")}, a model such as claude-opus, or any other command`;
  return new Fault("E_AGENT_NOT_FOUND", words, { agent, program, known });
}

function registrationOf(record: SpawnRecord): Registration {
  const { session_id, workspace_id, workspace, status_file, pane_id, server } = record;
  return { session_id, workspace_id, workspace, status_file, pane_id, tmux_server_pid: Number.parseInt(server, 10) };
}

function createdFile(file: string, { target }: SpawnRecord, { records }: SpawnDeps): string {
  return records.held(target, file)?.made.includes(file) ? file : `a block in ${file}`;
}
