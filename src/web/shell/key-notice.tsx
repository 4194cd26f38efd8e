import { Words } from "../components/words.tsx";
import { useKeyState } from "../live/use-live.ts";
import { keyWords } from "../view/key-words.ts";

/** Says when the page is being let in, or was not. */
export function KeyNotice() {
  const words = keyWords(useKeyState());
  if (words === null) return null;
  return (
    <div className="notice" role="status">
      <p>
        <Words text={words} />
      </p>
    </div>
  );
}
