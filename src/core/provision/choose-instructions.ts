import type { GivenInstructions, Launch } from "../adapter/launch.ts";
import { blockOf, INSTRUCTION_BLOCK } from "./text-block.ts";

/** A file that the agent may read, in the workspace or in a directory above it. */
export interface SeenFile {
  path: string;
  text: string;
}

export type ChosenInstructions =
  | { by: "words"; words: readonly string[] }
  /** The block goes into this file; `before` is its text, null if it must be created. */
  | { by: "file"; path: string; before: string | null }
  /** The agent already reads a file with the block. */
  | { by: "present"; path: string }
  | { by: "none"; why: string };

export interface Choice extends GivenInstructions {
  launch: Launch;
  workspace: string;
  /** Nearest directory first. */
  seen: readonly SeenFile[];
}

/** Chooses the single way in which the model gets the instructions: never two at once. */
export function chooseInstructions({ launch, workspace, seen: found, ...given }: Choice): ChosenInstructions {
  const { instructions } = launch;
  const within = (name: string) => `${workspace === "/" ? "" : workspace}/${name}`;
  const own = instructions.by === "file" ? instructions.own : undefined;
  // the agent reads its own path only in the workspace, not above it
  const seen = found.filter(({ path }) => own === undefined || !isOneOf(path, [own]) || path === within(own));
  const groups = launch.reads(given.settings);
  const reads = groups.find((names) => seen.some(({ path }) => isOneOf(path, names))) ?? [];
  const taught = seen.find(({ path, text }) => isOneOf(path, reads) && blockOf(text, INSTRUCTION_BLOCK) !== null);
  if (instructions.by === "words") {
    if (taught !== undefined) return { by: "present", path: taught.path };
    const words = instructions.words(given);
    return words === null
      ? { by: "none", why: "your own words for the agent take the place of the signalling instructions" }
      : { by: "words", words };
  }
  if (instructions.by === "none")
    return { by: "none", why: "its agent file names no instructions that it reads: it gets the variables only" };
  const names = instructions.names(given.settings);
  // a name already in use above the workspace is the one that the agent reads
  const used = names.find((each) => seen.some(({ path }) => isOneOf(path, [each]))) ?? names[0] ?? "AGENTS.md";
  const hasOwn = own !== undefined && seen.some(({ path }) => path === within(own));
  const path = within(hasOwn ? own : used);
  if (taught !== undefined && taught.path !== path) return { by: "present", path: taught.path };
  return { by: "file", path, before: seen.find((file) => file.path === path)?.text ?? null };
}

function isOneOf(path: string, names: readonly string[]): boolean {
  return names.some((name) => path.endsWith(`/${name}`));
}
