import { nameOf } from "../../core/lists/who.ts";
import { IgnoredNote } from "../answer/ignored-note.tsx";
import { useKeyGate } from "../answer/use-key-gate.ts";
import { useKeys } from "../common/use-keys.ts";
import { useStore } from "../live/store.ts";
import { useLive } from "../live/use-live.ts";

/** Says what was just marked as seen or put off, and takes it back. */
export function UndoNote() {
  const { seeing } = useLive();
  const putAway = useStore(seeing.undoable);
  const [first, ...others] = putAway?.panes ?? [];
  const gate = useKeyGate(putAway !== null, first?.attention.attention_id ?? "", null);
  useKeys({ u: (press) => (putAway === null ? false : gate.pass("u", press, seeing.undo)) });
  return (
    <div className="undo" role="status" data-ready={gate.isReady}>
      {putAway !== null && first !== undefined && (
        <>
          <span className="undo-words">
            {others.length === 0 ? nameOf(first) : `${others.length + 1} rows`}{" "}
            {putAway.how === "seen" ? "marked as seen" : "put off"}
          </span>
          <button type="button" className="button" onClick={seeing.undo}>
            Undo <kbd>u</kbd>
          </button>
          <IgnoredNote ignored={gate.ignored} />
        </>
      )}
    </div>
  );
}
