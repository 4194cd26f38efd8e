const MOST_SUBJECT = 72;
const MOST_BODY = 4_000;

/** The commits that a squash joins, and how many files it adds to them. */
export interface Squashed {
  subjects: readonly string[];
  last_message: string;
  files: readonly unknown[];
}

/**
 * A commit message from an agent's last words: their first sentence is the subject, the rest the body. A squash also
 * lists the commits that it joins; a commit that stays alone keeps its message.
 */
export function proposeMessage(
  said: { words: string | null; task: string | null },
  { subjects, last_message, files }: Squashed = { subjects: [], last_message: "", files: [] },
): string {
  if (subjects.length === 0) return fromWords(said);
  if (subjects.length === 1 && files.length === 0) return last_message;
  return `${fromWords(said)}\n\n${subjects.map((subject) => `* ${subject}`).join("\n")}`;
}

function fromWords({ words, task }: { words: string | null; task: string | null }): string {
  const lines = plainLines(words ?? "");
  const [first, ...rest] = lines.length > 0 ? lines : plainLines(task ?? "");
  if (first === undefined) return "Changes by an agent";
  const { subject, left } = splitSubject(first);
  const body = [left, ...rest].join("\n").trim().slice(0, MOST_BODY);
  return body === "" ? subject : `${subject}\n\n${body}`;
}

/** Lines without the marks of Markdown that mean nothing in a commit; the first is not empty. */
function plainLines(text: string): string[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^#{1,6}\s+/, "").replace(/\*\*(.+?)\*\*/g, "$1"))
    .map((line) => line.trimEnd());
  const begin = lines.findIndex((line) => line.trim() !== "");
  return begin < 0 ? [] : lines.slice(begin);
}

/** A first line that is too long for a subject ends after its first sentence, else before the word that is too much. */
function splitSubject(line: string): { subject: string; left: string } {
  const text = line.trim();
  const sentence = /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  const subject = sentence.replace(/(?<=.)(?<![.])[.:]$/, "");
  if (subject.length <= MOST_SUBJECT) return { subject, left: text.slice(sentence.length).trim() };
  const cut = text.slice(0, MOST_SUBJECT - 1).replace(/\s+\S*$/, "");
  return { subject: `${cut}…`, left: text };
}
