import { Dialog } from "@base-ui/react/dialog";
import { Suspense, useEffect, useRef } from "react";
import { AnswerBox } from "../answer/answer-box.tsx";
import type { WaitingPane } from "../live/acting.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useLive, usePane, useQuestion } from "../live/use-live.ts";
import { isWaiting, targetSession } from "../view/arrange.ts";
import { askWords } from "../view/ask-words.ts";
import { Icon } from "./icon.tsx";
import { PaneGone } from "./pane-gone.tsx";
import { PaneHead } from "./pane-head.tsx";
import { navigate } from "./router.ts";
import { useKeys } from "./use-keys.ts";
import { useMedia, WIDE } from "./use-media.ts";
import { PanePage } from "./views.ts";
import { Waiting } from "./waiting.tsx";

interface Props {
  target: string;
  paneId: string;
  /** What lies under it, or beside it. */
  list: "inbox" | "fleet";
  /** Only shown because it is selected: keys stay with the list. */
  isPreview?: boolean;
}

/** An opened pane: beside its list where there is room, else a sheet over it. */
export function PaneDetail({ target, paneId, list, isPreview = false }: Props) {
  const isWide = useMedia(WIDE);
  const found = usePane(target, paneId);
  const isRead = useStore(useLive().asked.isRead);
  const pane = isRead ? found : null;
  const fleet = useFleet();
  const panel = useRef<HTMLDivElement>(null);
  const close = () => navigate(list === "inbox" ? "/" : "/fleet");
  useKeys(isPreview ? NO_KEYS : { Escape: close });
  useEffect(() => {
    if (!isPreview) panel.current?.focus({ preventScroll: true });
  }, [isPreview]);
  const label =
    pane === null ? `${target} ${paneId}` : `${pane.agent ?? pane.command}, ${targetSession(pane)} ${paneId}`;
  // the inbox beside it has the same question and buttons
  const asks = pane !== null && isWaiting(pane) && !(isWide && list === "inbox") ? pane : null;
  const content = (
    <>
      {pane !== null && <PaneHead pane={pane} />}
      {asks !== null && <Asked pane={asks} />}
      {pane !== null && (
        <Suspense fallback={<Waiting />}>
          <PanePage pane={pane} />
        </Suspense>
      )}
      {pane === null && (fleet === null || !isRead ? <Waiting /> : <PaneGone target={target} paneId={paneId} />)}
    </>
  );
  if (isWide)
    return (
      <aside className="detail" ref={panel} tabIndex={-1} aria-label={label}>
        {content}
      </aside>
    );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="sheet" aria-label={label} initialFocus={panel} ref={panel}>
          <Dialog.Close className="sheet-close" aria-label="Close">
            <Icon name="close" />
          </Dialog.Close>
          {content}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const NO_KEYS = {};

function Asked({ pane }: { pane: WaitingPane }) {
  return (
    <section className="asked" data-state={pane.state} aria-label="What it asks">
      <h2 className="ask-words">{askWords(pane, useQuestion(pane))}</h2>
      <AnswerBox pane={pane} hasKeys onOpen={null} />
    </section>
  );
}
