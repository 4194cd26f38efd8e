import { useRef } from "react";
import { nameOf } from "../../core/lists/who.ts";
import type { PaneItem } from "../../core/protocol/lists/lists.ts";
import { panePath } from "../common/route.ts";
import { navigate } from "../common/router.ts";
import { progressKey, type WaitingPane } from "../live/acting.ts";
import { questionOf } from "../live/questions-feed.ts";
import { useStore } from "../live/store.ts";
import { useFleet, useLive } from "../live/use-live.ts";
import { nextBlocked } from "../view/next-blocked.ts";

interface Props {
  /** The key of the open pane. */
  here: string;
  pane: PaneItem | null;
}

/** Opens the next pane that is blocked, without the way back to the list. */
export function NextBlockedButton({ here, pane }: Props) {
  const fleet = useFleet();
  const { acting, asked, seeing } = useLive();
  const hidden = useStore(seeing.hidden);
  const questions = useStore(asked.questions);
  const progress = useStore(acting.progressById);
  // once it is answered, its place in the list is still known
  const since = useRef<number | null>(null);
  since.current = pane?.attention?.raised_at ?? since.current;
  const isAnswered = (each: WaitingPane) => {
    const phase = progress.get(progressKey(each, questionOf(questions, each)))?.phase;
    return phase === "sending" || phase === "told";
  };
  const next = nextBlocked(fleet?.panes.values() ?? [], { here, since: since.current, hidden, isAnswered });
  const [first] = next;
  if (first === undefined) return null;
  return (
    <button type="button" className="button next-blocked" onClick={() => navigate(panePath(first.identity))}>
      Next {next.length}
      <span className="visually-hidden"> blocked: {nameOf(first)}</span>
    </button>
  );
}
