import { type CSSProperties, lazy, Suspense, useEffect, useState } from "react";
import { layout } from "../common/layout.ts";
import { overlay } from "../common/overlay.ts";
import { isPaneRoute } from "../common/route.ts";
import { useRoute } from "../common/router.ts";
import { useMedia, WIDE } from "../common/use-media.ts";
import { Waiting } from "../common/waiting.tsx";
import { FleetView } from "../fleet/fleet-view.tsx";
import { InboxView } from "../inbox/inbox-view.tsx";
import { inboxSelection } from "../inbox/selection.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useLink } from "../live/use-live.ts";
import { shelvesOf } from "../view/headline.ts";
import { Announcer } from "./announcer.tsx";
import { Divider } from "./divider.tsx";
import { KeyNotice } from "./key-notice.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { MissingView } from "./missing-view.tsx";
import { PaneDetail } from "./pane-detail.tsx";
import { PinnedPane } from "./pinned-pane.tsx";
import { Rail } from "./rail.tsx";
import { useTitleBadge } from "./title-badge.ts";
import { TypingAheadNote } from "./typing-ahead-note.tsx";
import { useGlobalKeys } from "./use-global-keys.ts";
import { LISTS, VIEWS } from "./views.ts";

const Palette = lazy(() => import("./palette.tsx"));
const HelpSheet = lazy(() => import("./help-sheet.tsx"));

/** The frame of every view: navigation, a list, and the open pane beside it. */
export function Shell() {
  const route = useRoute();
  const link = useLink();
  const over = useStore(overlay);
  const fleet = useFleet();
  // a pane opens over, or beside, the list that it was picked from
  const [list, setList] = useState<"inbox" | "fleet">("inbox");
  const asked = LISTS.find(({ name }) => name === route.view)?.name;
  useEffect(() => {
    if (asked !== undefined) setList(asked);
  }, [asked]);
  useGlobalKeys();
  useTitleBadge(shelvesOf(fleet).blocked);

  const onPane = isPaneRoute(route);
  const shown = asked ?? (onPane ? list : null);
  const selected = useStore(inboxSelection);
  const isWide = useMedia(WIDE);
  const preview = shown === "inbox" && !onPane && isWide ? selected : null;
  const main = onPane ? `${route.target}/${route.paneId}` : preview;
  const pinned = useStore(layout.pinned);
  const beside = isWide ? pinned.filter((key) => key !== main) : [];
  const isMaximised = useStore(layout.isMaximised) && onPane && isWide;
  const listWidth = useStore(layout.listWidth);
  const page = VIEWS.find(({ name }) => name === route.view);
  return (
    <div className="shell" data-link={link.phase}>
      <Rail current={shown ?? route.view} />
      <div className="stage">
        <LinkNotice />
        {link.phase !== "signed-out" && <KeyNotice />}
        <div
          className="work"
          data-list={shown}
          data-open={onPane}
          data-maximised={isMaximised}
          style={listWidth === null ? undefined : ({ "--list-width": `${listWidth}px` } as CSSProperties)}
        >
          {shown === "inbox" && <InboxView opened={onPane ? route : null} />}
          {shown === "fleet" && <FleetView opened={onPane ? route : null} />}
          {shown !== null && isWide && <Divider />}
          {shown !== null && (
            <div className="details">
              {preview !== null && <PaneDetail key={preview} {...placeOf(preview)} list="inbox" isPreview />}
              {shown === "inbox" && !onPane && isWide && preview === null && <NothingSelected />}
              {onPane && <PaneDetail key={`${route.target}/${route.paneId}`} {...route} list={list} />}
              {beside.map((key) => (
                <PinnedPane key={key} {...placeOf(key)} />
              ))}
            </div>
          )}
          {page !== undefined && (
            <main className="page">
              <Suspense fallback={<Waiting />}>
                <page.Component />
              </Suspense>
            </main>
          )}
          {shown === null && page === undefined && <MissingView />}
        </div>
      </div>
      <Announcer />
      {(isWide || !onPane) && <TypingAheadNote />}
      <Suspense fallback={null}>
        {over === "palette" && <Palette />}
        {over === "help" && <HelpSheet />}
      </Suspense>
    </div>
  );
}

/** Placeholder beside the rows, so that nothing moves when one is selected. */
function NothingSelected() {
  return (
    <aside className="detail vacant" aria-label="Nothing selected">
      <p className="waiting">Select a row to see its pane here.</p>
    </aside>
  );
}

function placeOf(key: string): { target: string; paneId: string } {
  const [target = "", paneId = ""] = key.split("/");
  return { target, paneId };
}
