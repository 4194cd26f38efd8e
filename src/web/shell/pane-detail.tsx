import { Dialog } from "@base-ui/react/dialog";
import { Suspense, useEffect, useRef } from "react";
import { programOf } from "../../core/lists/who.ts";
import { AnswerBox } from "../answer/answer-box.tsx";
import { layout } from "../common/layout.ts";
import { navigate } from "../common/router.ts";
import { useKeys } from "../common/use-keys.ts";
import { useMedia, WIDE } from "../common/use-media.ts";
import { Waiting } from "../common/waiting.tsx";
import { IconButton } from "../components/icon-button.tsx";
import { isPreviewInUse } from "../inbox/selection.ts";
import type { WaitingPane } from "../live/acting.ts";
import { paneKey } from "../live/fleet.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useLive, usePane, useQuestion } from "../live/use-live.ts";
import { TargetDown } from "../pane/target-down.tsx";
import { isWaiting, targetSession } from "../view/arrange.ts";
import { headWords, partWords } from "../view/ask-words.ts";
import { lookOf } from "../view/state-look.ts";
import { DetailControls } from "./detail-controls.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { NextBlockedButton } from "./next-blocked-button.tsx";
import { PaneGone } from "./pane-gone.tsx";
import { PaneHead } from "./pane-head.tsx";
import { TypingAheadNote } from "./typing-ahead-note.tsx";
import { PanePage } from "./views.ts";

interface Props {
  target: string;
  paneId: string;
  /** The list below or beside it. */
  list: "inbox" | "fleet";
  /** Shown because it is selected in the list, which keeps the keyboard. */
  isPreview?: boolean;
}

/** An opened pane: beside its list if there is room, else a sheet over it. */
export function PaneDetail({ target, paneId, list, isPreview = false }: Props) {
  const isWide = useMedia(WIDE);
  const isAlone = useStore(layout.isMaximised) && !isPreview;
  const found = usePane(target, paneId);
  const isRead = useStore(useLive().asked.isRead);
  const pane = isRead ? found : null;
  const fleet = useFleet();
  const panel = useRef<HTMLDivElement>(null);
  const close = () => navigate(list === "inbox" ? "/" : "/fleet");
  const back = () => (isWide && isAlone ? layout.isMaximised.set(false) : close());
  useKeys(isPreview ? NO_KEYS : { Escape: back });
  useEffect(() => {
    if (!isPreview) panel.current?.focus({ preventScroll: true });
  }, [isPreview]);
  const label = pane === null ? `${target} ${paneId}` : `${programOf(pane)}, ${targetSession(pane)} ${paneId}`;
  // the inbox beside it shows the same question and buttons
  const asks = pane !== null && isWaiting(pane) && !(isWide && list === "inbox" && !isAlone) ? pane : null;
  const first = (
    <>
      <TargetDown target={target} />
      {asks !== null && <Asked pane={asks} />}
    </>
  );
  const content =
    pane !== null ? (
      <Suspense
        fallback={
          <>
            {first}
            <Waiting />
          </>
        }
      >
        <PanePage pane={pane}>{first}</PanePage>
      </Suspense>
    ) : fleet === null || !isRead ? (
      <Waiting />
    ) : (
      <PaneGone target={target} paneId={paneId} />
    );
  useEffect(() => () => isPreviewInUse.set(false), []);
  if (isWide)
    return (
      <aside
        className="detail"
        ref={panel}
        tabIndex={-1}
        aria-label={label}
        onFocus={() => isPreviewInUse.set(isPreview)}
        onBlur={() => isPreviewInUse.set(false)}
      >
        <PaneHead pane={pane}>
          <DetailControls place={{ target, pane_id: paneId }} isPreview={isPreview} onClose={close} />
        </PaneHead>
        {content}
      </aside>
    );
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="sheet" aria-label={label} initialFocus={panel} ref={panel}>
          <PaneHead pane={pane} before={<IconButton icon="back" label={`Back to the ${list}`} onClick={close} />}>
            <NextBlockedButton here={paneKey({ target, pane_id: paneId })} pane={pane} />
          </PaneHead>
          <LinkNotice />
          {content}
          <TypingAheadNote />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const NO_KEYS = {};

function Asked({ pane }: { pane: WaitingPane }) {
  const question = useQuestion(pane);
  return (
    <section className="asked" data-state={lookOf(pane)} aria-label="What it asks">
      {partWords(question) !== "" && <p className="part">{partWords(question)}</p>}
      <h2 className="ask-words">{headWords(pane, question)}</h2>
      <AnswerBox pane={pane} hasKeys onOpen={null} />
    </section>
  );
}
