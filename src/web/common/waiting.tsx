/** Shown while a part of the page is loading. */
export function Waiting() {
  return (
    <p className="waiting" role="status">
      Loading…
    </p>
  );
}
