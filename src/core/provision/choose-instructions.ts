import type { GivenInstructions, Launch } from "../agents/launch.ts";
import { blockOf, INSTRUCTION_BLOCK } from "./text-block.ts";

/** A file that the agent may read, in the workspace or in a directory above it. */
export interface SeenFile {
  path: string;
  text: string;
}

export type ChosenInstructions =
  | { by: "words"; words: readonly string[] }
  /** This file gets the block; `before` is its text, null where it is to be made. */
  | { by: "file"; path: string; before: string | null }
  /** The agent finds the block by itself. */
  | { by: "present"; path: string }
  | { by: "none"; why: string };

export interface Choice extends GivenInstructions {
  launch: Launch;
  workspace: string;
  /** Nearest first. */
  seen: readonly SeenFile[];
}

/** The one way by which the model gets the instructions: never two at a time. */
export function chooseInstructions({ launch, workspace, seen, ...given }: Choice): ChosenInstructions {
  const { instructions } = launch;
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
  const names = instructions.names(given.settings);
  // a name that is used above the workspace is the one that the agent goes by
  const name = names.find((each) => seen.some(({ path }) => isOneOf(path, [each]))) ?? names[0] ?? "AGENTS.md";
  const path = `${workspace === "/" ? "" : workspace}/${name}`;
  if (taught !== undefined && taught.path !== path) return { by: "present", path: taught.path };
  return { by: "file", path, before: seen.find((file) => file.path === path)?.text ?? null };
}

function isOneOf(path: string, names: readonly string[]): boolean {
  return names.some((name) => path.endsWith(`/${name}`));
}
