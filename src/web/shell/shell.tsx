import { lazy, Suspense, useEffect, useState } from "react";
import { FleetView } from "../fleet/fleet-view.tsx";
import { InboxView } from "../inbox/inbox-view.tsx";
import { inboxSelection } from "../inbox/selection.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useLink } from "../live/use-live.ts";
import { Announcer } from "./announcer.tsx";
import { KeyNotice } from "./key-notice.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { MissingView } from "./missing-view.tsx";
import { overlay } from "./overlay.ts";
import { PaneDetail } from "./pane-detail.tsx";
import { Rail } from "./rail.tsx";
import { isPaneRoute } from "./route.ts";
import { useRoute } from "./router.ts";
import { useTitleBadge } from "./title-badge.ts";
import { useGlobalKeys } from "./use-global-keys.ts";
import { useMedia, WIDE } from "./use-media.ts";
import { LISTS, VIEWS } from "./views.ts";
import { Waiting } from "./waiting.tsx";

const Palette = lazy(() => import("./palette.tsx"));
const HelpSheet = lazy(() => import("./help-sheet.tsx"));

/** The frame around every view: where to go at the left (or below), a list, and beside it what is open. */
export function Shell() {
  const route = useRoute();
  const link = useLink();
  const over = useStore(overlay);
  const fleet = useFleet();
  // a pane is opened over, or beside, the list that it was picked from
  const [list, setList] = useState<"inbox" | "fleet">("inbox");
  const asked = LISTS.find(({ name }) => name === route.view)?.name;
  useEffect(() => {
    if (asked !== undefined) setList(asked);
  }, [asked]);
  useGlobalKeys();
  useTitleBadge(fleet?.summary.needs_action ?? 0);

  const onPane = isPaneRoute(route);
  const shown = asked ?? (onPane ? list : null);
  const selected = useStore(inboxSelection);
  const isWide = useMedia(WIDE);
  const preview = shown === "inbox" && !onPane && isWide ? selected : null;
  const page = VIEWS.find(({ name }) => name === route.view);
  return (
    <div className="shell" data-link={link.phase}>
      <Rail current={shown ?? route.view} />
      <div className="stage">
        <LinkNotice />
        <KeyNotice />
        <div className="work" data-list={shown} data-open={onPane}>
          {shown === "inbox" && <InboxView opened={onPane ? route : null} />}
          {shown === "fleet" && <FleetView opened={onPane ? route : null} />}
          {preview !== null && <PaneDetail key={preview} {...placeOf(preview)} list="inbox" isPreview />}
          {shown === "inbox" && !onPane && isWide && preview === null && <NothingSelected />}
          {onPane && <PaneDetail key={`${route.target}/${route.paneId}`} {...route} list={list} />}
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
      <Suspense fallback={null}>
        {over === "palette" && <Palette />}
        {over === "help" && <HelpSheet />}
      </Suspense>
    </div>
  );
}

/** Holds the place beside the rows, so that nothing moves when one is selected. */
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
