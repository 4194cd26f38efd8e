import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Archive } from "../../core/adapter/conversation.ts";

/** The files of an archive. Links are not followed. */
export function findFiles({ folder, patterns }: Archive): string[] {
  return patterns.flatMap((pattern) => filesLike(folder, pattern));
}

/** The folder before the first `*`, and the rest. */
export function splitPattern(path: string): [folder: string, pattern: string] {
  const end = path.lastIndexOf("/", path.indexOf("*"));
  return [path.slice(0, end), path.slice(end + 1)];
}

/** `folder` has no `*`, even if it looks so. */
function filesLike(folder: string, pattern: string): string[] {
  const names = pattern.split("/");
  let folders = [folder];
  for (const name of names.slice(0, -1))
    folders = folders.flatMap((each) => matching(each, name, (entry) => entry.isDirectory()));
  return folders.flatMap((each) => matching(each, names.at(-1) ?? "", (entry) => entry.isFile()));
}

function matching(folder: string, pattern: string, is: (entry: Dirent) => boolean): string[] {
  const [head = "", tail] = pattern.split("*");
  const fits = (name: string) =>
    tail === undefined
      ? name === pattern
      : name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail);
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => fits(entry.name) && is(entry)).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
