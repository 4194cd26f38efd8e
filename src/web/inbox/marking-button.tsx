import { TOUCH, useMedia } from "../common/use-media.ts";
import { useStore } from "../live/store.ts";
import { clearMarks, isMarking } from "./marks.ts";

/** On touch devices: lets a tap mark rows instead of opening them. */
export function MarkingButton() {
  const isOn = useStore(isMarking);
  if (!useMedia(TOUCH)) return null;
  return (
    <button
      type="button"
      className="button"
      aria-pressed={isOn}
      onClick={() => (isOn ? clearMarks() : isMarking.set(true))}
    >
      Select
    </button>
  );
}
