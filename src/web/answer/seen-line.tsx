/** Said in place of the buttons of what was marked as seen or put off. */
export function SeenLine({ onUndo }: { onUndo: (() => void) | null }) {
  return (
    <p className="action-status" role="status">
      Put away
      {onUndo !== null && (
        <button type="button" className="button" onClick={onUndo}>
          Undo <kbd>u</kbd>
        </button>
      )}
    </p>
  );
}
