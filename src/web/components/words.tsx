/** Our own sentences: what stands between backticks is something to type. Never for what a pane says. */
export function Words({ text }: { text: string }) {
  return text.split("`").map((part, n) =>
    n % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence have no other name
      <code key={n}>{part}</code>
    ) : (
      part
    ),
  );
}
