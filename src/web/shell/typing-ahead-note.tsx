import { release, typingAhead } from "../common/typing-ahead.ts";
import { useStore } from "../live/store.ts";
import { heldWords } from "../view/held-keys.ts";

/** Shows keys typed for a terminal that is not open yet, or that they were dropped. */
export function TypingAheadNote() {
  const ahead = useStore(typingAhead);
  if (ahead === null) return null;
  const words = <code className="held-keys">{heldWords(ahead.keys)}</code>;
  return (
    <div className="typing-ahead" role="status" data-phase={ahead.phase}>
      {ahead.phase === "held" ? (
        <p>
          Opening the terminal; what you type waits for it: {words} <kbd>Ctrl ]</kbd> leaves
        </p>
      ) : (
        <>
          <p>
            Not typed: {ahead.why}. {ahead.keys.length > 0 && <>Dropped: {words}</>}
          </p>
          <button type="button" className="button" onClick={release}>
            Go on <kbd>esc</kbd>
          </button>
        </>
      )}
    </div>
  );
}
