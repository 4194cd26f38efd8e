import type { ChosenInstructions } from "../../core/provision/choose-instructions.ts";
import { INSTRUCTIONS } from "../../core/provision/instructions.ts";
import { blockOf, EXCLUDE_BLOCK, INSTRUCTION_BLOCK, putBlock, removeBlock } from "../../core/provision/text-block.ts";
import type { SharedFile, SpawnRecord, SpawnRecords } from "./spawn-records.ts";
import { fileWord, folderOf, readFile, replaceFile, type Workspace } from "./workspace.ts";
import type { WorkspaceShell } from "./workspace-shell.ts";

type Instructed = SpawnRecord["instructions"] & { warning?: string };

/** Writes the instruction block where chosen; the session becomes a holder of it. */
export async function instruct(
  chosen: ChosenInstructions,
  workspace: Workspace,
  session: Pick<SpawnRecord, "target" | "session_id">,
  { shell, records }: { shell: WorkspaceShell; records: SpawnRecords },
): Promise<Instructed> {
  const { target, session_id } = session;
  const join = (path: string) => {
    const held = records.held(target, path);
    if (held !== null) records.hold(target, path, session_id, held);
  };
  switch (chosen.by) {
    case "words":
      return { by: "words", file: null };
    case "none":
      return { by: "none", file: null, warning: chosen.why };
    case "present":
      join(chosen.path);
      return { by: "present", file: chosen.path };
    case "file": {
      const { path, before } = chosen;
      if (before?.includes("\ufffd")) return failed(path, "it is not UTF-8");
      const text = putBlock(before ?? "", INSTRUCTIONS, INSTRUCTION_BLOCK);
      const isShared = records.held(target, path) !== null;
      if (text === before) {
        join(path);
        return { by: isShared ? "file" : "present", file: path };
      }
      const fault = await replaceFile(shell, { path, before, text, inside: workspace.path });
      if (fault !== null) return failed(path, fault);
      const previous = before === null ? null : blockOf(before, INSTRUCTION_BLOCK);
      const exclude = before === null ? excludeOf(path, workspace) : null;
      records.hold(target, path, session_id, { made: before === null ? [path] : [], previous, exclude });
      if (exclude !== null && !isShared) await tellGit(shell, records, target, exclude.path);
      return { by: "file", file: path };
    }
    default:
      return chosen satisfies never;
  }
}

/** When the last holder leaves, removes the block, and the file if we created it. Returns what was done. */
export async function uninstruct(
  { target, session_id, workspace, instructions: { file } }: SpawnRecord,
  { shell, records }: { shell: WorkspaceShell; records: SpawnRecords },
): Promise<{ removed: string[]; kept: string[] }> {
  if (file === null) return NOTHING;
  const held = records.lastHeld(target, file, session_id);
  const done = held === null ? NOTHING : await takeOut(file, held, workspace, shell);
  if (held !== null && held.exclude !== null) await tellGit(shell, records, target, held.exclude.path, file);
  records.release(target, file, session_id);
  return done;
}

const NOTHING = { removed: [], kept: [] };

async function takeOut(file: string, { made, previous }: SharedFile, inside: string, shell: WorkspaceShell) {
  const before = await readFile(shell, file);
  if (before === null || blockOf(before, INSTRUCTION_BLOCK) === null) return NOTHING;
  const text = textWithout(before, previous);
  const isOurs = made.includes(file);
  if (text === "" && isOurs) {
    await shell.run("dispose", "remove_file", { path: file, before: fileWord(before) });
    return { removed: [file], kept: [] };
  }
  const fault = await replaceFile(shell, { path: file, before, text, inside });
  if (fault !== null) return { removed: [], kept: [`the block in ${file}: ${fault}`] };
  return { removed: [`the block in ${file}`], kept: isOurs ? [`${file}: somebody has written into it`] : [] };
}

/** The file that has our instructions, and its text without them. */
export async function withoutInstructions(
  { target, instructions }: Pick<SpawnRecord, "target" | "instructions">,
  { shell, records }: { shell: WorkspaceShell; records: SpawnRecords },
) {
  const file = instructions.by === "file" ? instructions.file : null;
  const held = file === null ? null : records.held(target, file);
  const text = file === null ? null : await readFile(shell, file);
  return { file, held, without: text === null ? "" : textWithout(text, held?.previous ?? null) };
}

/** The file without our changes. */
function textWithout(text: string, previous: string | null): string {
  return previous === null ? removeBlock(text, INSTRUCTION_BLOCK) : putBlock(text, previous, INSTRUCTION_BLOCK);
}

/** Makes git ignore the files that we created, as long as they exist. */
async function tellGit(
  shell: WorkspaceShell,
  records: SpawnRecords,
  target: string,
  path: string,
  but?: string,
): Promise<void> {
  const before = await readFile(shell, path);
  const lines = records.excludedBy(target, path, but);
  const text =
    lines.length === 0
      ? removeBlock(before ?? "", EXCLUDE_BLOCK)
      : putBlock(before ?? "", lines.join("\n"), EXCLUDE_BLOCK);
  if (text !== (before ?? "")) await replaceFile(shell, { path, before, text, inside: folderOf(path) });
}

function excludeOf(path: string, { path: workspace, exclude }: Workspace) {
  if (exclude === null) return null;
  const relative = `/${exclude.prefix}${path.slice(workspace === "/" ? 1 : workspace.length + 1)}`;
  return { path: exclude.path, pattern: relative.replaceAll(/[\\*?[\]!#]/g, "\\$&") };
}

function failed(path: string, why: string): Instructed {
  const warning = `the agent is not told how to signal: ${path} was left as it is, since ${why}`;
  return { by: "none", file: null, warning };
}
