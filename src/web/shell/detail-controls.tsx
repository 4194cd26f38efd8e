import { layout, togglePin } from "../common/layout.ts";
import { panePath } from "../common/route.ts";
import { navigate } from "../common/router.ts";
import { useKeys } from "../common/use-keys.ts";
import { IconButton } from "../components/icon-button.tsx";
import { paneKey } from "../live/fleet.ts";
import { useStore } from "../live/store.ts";

interface Props {
  place: { target: string; pane_id: string };
  isPreview: boolean;
  onClose(): void;
}

/** Pins the pane beside others, gives it the whole page, closes it. */
export function DetailControls({ place, isPreview, onClose }: Props) {
  const key = paneKey(place);
  const isPinned = useStore(layout.pinned).includes(key);
  const isMaximised = useStore(layout.isMaximised) && !isPreview;
  const pin = () => togglePin(key);
  const maximise = () => {
    layout.isMaximised.set(!isMaximised);
    // a preview is part of its list
    if (isPreview) navigate(panePath(place));
  };
  useKeys({ b: pin, w: maximise });
  return (
    <>
      <IconButton
        icon="pin"
        label={isPinned ? "Unpin" : "Pin: keep it beside others"}
        hint="b"
        isPressed={isPinned}
        onClick={pin}
      />
      <IconButton
        icon={isMaximised ? "restore" : "maximise"}
        label={isMaximised ? "Show the list" : "Maximise"}
        hint="w"
        onClick={maximise}
      />
      {!isPreview && <IconButton icon="close" label="Close" hint="esc" onClick={onClose} />}
    </>
  );
}
