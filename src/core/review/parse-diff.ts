export interface DiffLine {
  kind: "context" | "added" | "removed";
  /** Line numbers in the file before and after; null where the line is not there. */
  old: number | null;
  new: number | null;
  text: string;
}

export interface Hunk {
  head: string;
  lines: DiffLine[];
}

export interface FileDiff {
  /** Where it is now, or was before it was removed. */
  name: string;
  change: "added" | "removed" | "renamed" | "changed";
  /** Its name before, if it was renamed. */
  old_name: string | null;
  is_binary: boolean;
  added: number;
  removed: number;
  hunks: Hunk[];
  /** All of its lines in the diff. */
  text: string;
}

/**
 * The files in a diff of git. Lines that belong to no file are left out. Only a line feed ends a line: to a pattern with the
 * flag m, so do a carriage return and U+2028, and a line of a file could then begin another file, which hides what follows.
 */
export function parseDiff(diff: string): FileDiff[] {
  return diff
    .split(/(?<![^\n])(?=diff --git )/)
    .filter((text) => text.startsWith("diff --git "))
    .map(parseFile);
}

function parseFile(text: string): FileDiff {
  const at = text.search(/(?<![^\n])@@ /);
  const head = at < 0 ? text : text.slice(0, at);
  const hunks =
    at < 0
      ? []
      : text
          .slice(at)
          .split(/(?<![^\n])(?=@@ )/)
          .map(parseHunk);
  const count = (kind: DiffLine["kind"]) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  return {
    ...namesIn(head),
    is_binary: /(?<![^\n])(?:Binary files |GIT binary patch)/.test(head),
    added: count("added"),
    removed: count("removed"),
    hunks,
    text,
  };
}

function namesIn(head: string): Pick<FileDiff, "name" | "change" | "old_name"> {
  const lines = head.split("\n");
  const after = (words: string) => lines.find((line) => line.startsWith(words))?.slice(words.length);
  const [from, to] = [after("rename from "), after("rename to ")];
  if (from !== undefined && to !== undefined)
    return { name: unquoted(to), change: "renamed", old_name: unquoted(from) };
  // git ends a name that has blanks by a tab
  const sides = [after("+++ "), after("--- ")].map((name) => name?.replace(/\t$/, ""));
  const shown = sides.find((name) => name !== undefined && name !== "/dev/null");
  const name = shown === undefined ? nameInFirstLine(lines[0] ?? "") : withoutSide(unquoted(shown));
  const has = (words: string) => after(words) !== undefined;
  const change = has("new file mode") ? "added" : has("deleted file mode") ? "removed" : "changed";
  return { name, change, old_name: null };
}

/** Of a file without lines, such as an empty or a binary one: both names are the same. */
function nameInFirstLine(line: string): string {
  const names = line.slice("diff --git ".length).trim();
  const half = names.slice(0, (names.length - 1) / 2);
  return withoutSide(unquoted(half));
}

function withoutSide(name: string): string {
  return name.replace(/^[ab]\//, "");
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" };

/** Git quotes names with special characters, and writes their bytes in octal. */
export function unquoted(name: string): string {
  if (!/^"[\s\S]*"$/.test(name)) return name;
  const inner = name.slice(1, -1);
  const encoded = inner.replaceAll(/\\([0-3][0-7]{2})|\\(.)|([^\\]+)/g, (_, octal, letter, plain) => {
    if (octal !== undefined) return `%${Number.parseInt(octal, 8).toString(16).padStart(2, "0")}`;
    return encodeURIComponent(
      letter === undefined ? plain.replaceAll(/\p{Surrogate}/gu, "?") : (ESCAPES[letter] ?? letter),
    );
  });
  try {
    return decodeURIComponent(encoded);
  } catch {
    return inner;
  }
}

function parseHunk(text: string): Hunk {
  const [head = "", ...rest] = text.replace(/\n$/, "").split("\n");
  const numbers = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(head);
  let [old, now] = [Number(numbers?.[1] ?? 0), Number(numbers?.[2] ?? 0)];
  const lines = rest.flatMap((line): DiffLine[] => {
    const said = line.slice(1);
    switch (line[0]) {
      case "+":
        return [{ kind: "added", old: null, new: now++, text: said }];
      case "-":
        return [{ kind: "removed", old: old++, new: null, text: said }];
      case " ":
        return [{ kind: "context", old: old++, new: now++, text: said }];
      default:
        // "\ No newline at end of file"
        return [];
    }
  });
  return { head, lines };
}
