/**
 * Whether a path below a workspace is in a scope such as `src/**`, `docs/*.md` or `Makefile`. `*` stands for any
 * characters of one name, `**` for any number of names; neither stands for a hidden name, one that begins with a dot,
 * unless `reachesHidden`.
 */
export function isInScope(scope: string, path: string, reachesHidden = false): boolean {
  const wanted = scope.split("/");
  // all places in the scope that the names so far may lead to: an agent may name a path of thousands of names
  let at = beyond(wanted, [0]);
  for (const name of path.split("/")) {
    const next = [...at].flatMap((place) => {
      const word = wanted[place];
      if (word === undefined) return [];
      if (word === "**") return reachesHidden || isOpenTo(name) ? [place] : [];
      return nameFits(word, name, reachesHidden) ? [place + 1] : [];
    });
    if (next.length === 0) return false;
    at = beyond(wanted, next);
  }
  return at.has(wanted.length);
}

/** These places, and those after a `**` that may stand for nothing. */
function beyond(wanted: readonly string[], places: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const place of places)
    for (let at = place; !found.has(at); at += 1) {
      found.add(at);
      if (wanted[at] !== "**") break;
    }
  return found;
}

function nameFits(wanted: string, name: string, reachesHidden: boolean): boolean {
  if (!wanted.includes("*")) return wanted === name;
  if (!isOpenTo(name) && !wanted.startsWith(".") && !reachesHidden) return false;
  const [first = "", ...others] = wanted.split("*");
  if (!name.startsWith(first)) return false;
  let at = first.length;
  const last = others.pop() ?? "";
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function isOpenTo(name: string): boolean {
  return name !== "" && !name.startsWith(".");
}

/** Why it cannot be a scope; null if it can. */
export function faultOfScope(scope: string): string | null {
  if (scope === "" || scope.length > 1_000) return "a path must have between 1 and 1000 characters";
  if (scope.startsWith("/") || scope.startsWith("~")) return `"${scope}" must be relative to the workspace`;
  if (/[\u0000-\u001f\u007f]/.test(scope)) return "a path must not have control characters";
  const names = scope.split("/");
  if (names.some((name) => name === "" || name === "." || name === ".."))
    return `"${scope}" must not have empty names, "." or ".."`;
  if (names.filter((name) => name === "**").length > 2) return `"${scope}" has too many "**"`;
  return names.some((name) => name !== "**" && name.includes("**")) ? `"**" must be a name of its own` : null;
}

/** The path below a directory; null if it is not below it. The directory itself is "". */
export function below(dir: string, path: string): string | null {
  if (path === dir) return "";
  const start = dir.endsWith("/") ? dir : `${dir}/`;
  return path.startsWith(start) ? path.slice(start.length) : null;
}

/** The path without `.` and `..`, as it is written. */
export function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/"))
    if (name === "..") names.pop();
    else if (name !== "." && name !== "") names.push(name);
  return `/${names.join("/")}`;
}

/** The path from the root, if it is relative to `cwd`; null if it depends on links (`..`) or is not plain. */
export function absolutePath(cwd: string, path: string): string | null {
  const whole = (path.startsWith("/") ? path : `${cwd}/${path}`).replace(/(?<=[^/])\/$/, "");
  const names = whole.split("/").slice(1);
  const isPlain = !/[\u0000-\u001f\u007f]/.test(whole) && !names.includes("..") && whole.startsWith("/");
  return isPlain ? withoutDots(whole) : null;
}
