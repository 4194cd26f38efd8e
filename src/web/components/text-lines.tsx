/** The lines of a text, for a `pre`; in a diff each says whether it was added or removed. */
export function TextLines({ text, isDiff }: { text: string; isDiff: boolean }) {
  return text.split("\n").map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change order
    <span key={n} className="line" data-change={isDiff ? changeOf(line) : undefined}>
      {line}
      {"\n"}
    </span>
  ));
}

function changeOf(line: string): "added" | "removed" | undefined {
  if (/^\+(?!\+\+ )/.test(line)) return "added";
  return /^-(?!-- )/.test(line) ? "removed" : undefined;
}
