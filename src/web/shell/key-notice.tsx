import { Words } from "../components/words.tsx";
import { useKeyState, useLink } from "../live/use-live.ts";
import { keyWords } from "../view/key-words.ts";

/** Shows the progress of pairing or its failure, and asks how to pair where acting is a risk. */
export function KeyNotice() {
  const state = useKeyState();
  const words = keyWords(state, useLink().phase === "live");
  if (words === null) return null;
  return (
    <div className="notice" role="status">
      <p>
        <Words text={words} />
      </p>
      {state.phase === "asking" && (
        <>
          <button type="button" className="button" onClick={() => state.answer(false)}>
            Only look
          </button>
          <button type="button" className="button" onClick={() => state.answer(true)}>
            Accept the risk and act
          </button>
        </>
      )}
    </div>
  );
}
