/** The message for an exit code of `src/remote/git-turn.sh`. */
export function turnRefusal(code: number, directory: string, stderr: string): string {
  switch (code) {
    case 3:
      return `its directory ${directory} is gone, or cannot be entered`;
    case 4:
      return "git is not installed there";
    case 5:
      return `${directory} is not in a git repository`;
    case 6:
      return `the settings of the repository at ${directory} name a filter, which git would run: agtmux does not`;
    case 7:
      return `there is too much that git does not know in ${directory}`;
    case 9:
      return `files in ${directory} have changed since: look again`;
    case 10:
      return "another branch is checked out than at the start of the turn, or a merge or rebase has begun or ended since";
    case 11:
      return "there is nothing to compare with: no snapshot of the turn is left, or no base is known";
    case 12:
      return "git works in this repository right now: its index is locked";
    case 17:
      return `git takes too long in ${directory}`;
    case 18:
      return "git has removed meanwhile what that snapshot needs: it cannot be restored";
    default:
      return `git could not do it in ${directory}: ${stderr.trim()}`;
  }
}

export interface TakenSnapshot {
  commit: string;
  tree: string;
  /** `none` before the first commit. */
  head: string;
}

export function readTaken(stdout: string): TakenSnapshot | null {
  const [commit, tree, head] = ["commit", "tree", "head"].map((name) => fieldOf(name, stdout));
  return commit === undefined || tree === undefined || head === undefined ? null : { commit, tree, head };
}

export interface UndoPreview {
  /** The tree as it is now. */
  now: string;
  /** Commits were made since, newest first: abbreviated hash and subject. */
  commits: string[];
  has_moved: boolean;
  is_blocked: boolean;
  /** Per file: `A` comes back, `M` is changed back, `D` is removed. Names as git quotes them. */
  files: { change: string; name: string }[];
}

export function readPreview(stdout: string): UndoPreview | null {
  const now = fieldOf("now", stdout);
  if (now === undefined) return null;
  const files = filesOf(stdout);
  const commits = fieldsOf("commit", stdout);
  const has_moved = fieldOf("head", stdout) !== fieldOf("was", stdout);
  return { now, commits, has_moved, is_blocked: fieldOf("blocked", stdout) === "yes", files };
}

/** The files that `--name-status` lists, each line after the word `file`. */
export function filesOf(text: string): { change: string; name: string }[] {
  return fieldsOf("file", text).flatMap((line) => {
    const [, change, name] = /^([A-Z])\d*\t([\s\S]*)$/.exec(line) ?? [];
    return change === undefined || name === undefined ? [] : [{ change, name }];
  });
}

export function fieldOf(name: string, text: string): string | undefined {
  return fieldsOf(name, text)[0];
}

/**
 * What follows the name in each of its lines. Only a line feed ends a line: to a pattern with the flag m, so do a carriage
 * return and U+2028, which the subject of a commit may have.
 */
export function fieldsOf(name: string, text: string): string[] {
  const head = `${name} `;
  return text.split("\n").flatMap((line) => (line.startsWith(head) ? [line.slice(head.length)] : []));
}
