/** Renders our own sentences with `backticks` as code. Not for text from panes. */
export function Words({ text }: { text: string }) {
  return text.split("`").map((part, n) =>
    n % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other key
      <code key={n}>{part}</code>
    ) : (
      part
    ),
  );
}
