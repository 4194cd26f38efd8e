const MOST_SUBJECT = 72;
const MOST_BODY = 4_000;

/** A commit message from an agent's last words: their first sentence is the subject, the rest the body. */
export function proposeMessage({ words, task }: { words: string | null; task: string | null }): string {
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
