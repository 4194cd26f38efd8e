import { shellAssignments } from "../../core/provision/shell-words.ts";
import type { JudgedRequest, Places } from "../../core/rules/judge.ts";
import { absolutePath } from "../../core/rules/path-scope.ts";
import placesScript from "../../remote/places.sh";
import type { Machine } from "../targets/machine/machine.ts";

const LOOK_MS = 5_000;
const NOWHERE: Places = { cwd: null, of: new Map() };

/** Looks up on the machine itself where the words of a request really are. What cannot be looked up is nowhere. */
export async function findPlaces(
  { request, command }: Pick<JudgedRequest, "request" | "command">,
  machine: Pick<Machine, "runScript">,
): Promise<Places> {
  const [cwd, ...rest] = await lookUp([request.cwd.includes("\n") ? null : request.cwd], machine);
  if (cwd == null || rest.length > 0) return NOWHERE;
  const operands = command?.ok ? command.parts.flatMap(({ argv }) => argv.slice(1)) : [];
  const words = [...new Set([...operands.filter((word) => !word.startsWith("-")), ...(request.paths ?? [])])];
  const found = await lookUp(
    words.map((word) => absolutePath(cwd, word)),
    machine,
  );
  return { cwd, of: new Map(words.map((word, index) => [word, found[index] ?? null])) };
}

/** Where a directory really is; null if there is none. */
export async function findDirectory(path: string, machine: Pick<Machine, "runScript">): Promise<string | null> {
  const plain = absolutePath("/", path);
  if (plain === null || !path.startsWith("/")) return null;
  const script = `${shellAssignments({ dir: plain })}cd -P -- "$dir" 2>/dev/null && pwd -P\n`;
  const { code, stdout } = await machine.runScript(script, { timeoutMs: LOOK_MS });
  const place = stdout.replace(/\n$/, "");
  return code === 0 && !place.includes("\n") ? place : null;
}

async function lookUp(
  paths: readonly (string | null)[],
  machine: Pick<Machine, "runScript">,
): Promise<(string | null)[]> {
  if (paths.length === 0) return [];
  // an empty line is nowhere
  const asked = paths.map((path) => path ?? "").join("\n");
  const { code, stdout } = await machine.runScript(shellAssignments({ paths: asked }) + placesScript, {
    timeoutMs: LOOK_MS,
  });
  const lines = stdout.split("\n").slice(0, -1);
  if (code !== 0 || lines.length !== paths.length) return paths.map(() => null);
  return lines.map((line, index) => (line === "" || paths[index] === null ? null : line));
}
