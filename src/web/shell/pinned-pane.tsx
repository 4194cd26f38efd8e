import { Suspense } from "react";
import { nameOf } from "../../core/lists/who.ts";
import { togglePin } from "../common/layout.ts";
import { Link } from "../common/link.tsx";
import { panePath } from "../common/route.ts";
import { Waiting } from "../common/waiting.tsx";
import { IconButton } from "../components/icon-button.tsx";
import { usePane } from "../live/use-live.ts";
import { TargetDown } from "../pane/target-down.tsx";
import { PaneGone } from "./pane-gone.tsx";
import { PaneHead } from "./pane-head.tsx";
import { PaneTerminal } from "./views.ts";

/** A pane that stays beside whatever is open: its terminal alone. A click types into it. */
export function PinnedPane({ target, paneId }: { target: string; paneId: string }) {
  const pane = usePane(target, paneId);
  const key = `${target}/${paneId}`;
  return (
    <aside className="detail pinned" aria-label={pane === null ? `Pinned ${key}` : `Pinned: ${nameOf(pane)}, ${key}`}>
      <PaneHead pane={pane}>
        {pane !== null && (
          <Link className="quiet" href={panePath(pane.identity)}>
            Open
          </Link>
        )}
        <IconButton icon="close" label="Unpin" onClick={() => togglePin(key)} />
      </PaneHead>
      <TargetDown target={target} />
      {pane === null ? (
        <PaneGone target={target} paneId={paneId} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <PaneTerminal key={key} pane={pane} hasKeys={false} />
        </Suspense>
      )}
    </aside>
  );
}
