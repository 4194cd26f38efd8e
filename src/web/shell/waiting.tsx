/** While a part of the page is loaded. */
export function Waiting() {
  return (
    <p className="waiting" role="status">
      Loading…
    </p>
  );
}
