import { canBeWoken } from "../../../core/lists/can-be-woken.ts";
import type { WakeReport, WakeRequest } from "../../../core/protocol/actions/wake.ts";
import type { PaneItem } from "../../../core/protocol/lists/lists.ts";
import { useLive } from "../../live/use-live.ts";
import { Refusal } from "./refusal.tsx";
import { useAction } from "./use-action.ts";

/** Has an agent that a limit has stopped, or all of its account, go on when the limit has reset; and cancels that. */
export function WakeBox({ pane }: { pane: PaneItem }) {
  const { client } = useLive();
  const { state, run, forget } = useAction<WakeReport>();
  if (!canBeWoken(pane)) return null;
  const isAsked = pane.limited?.wakes_at != null;
  const ask = (request: Omit<WakeRequest, "ref">) => void run(() => client.wake({ ref: pane.ref, ...request }));
  const button = (label: string, request: Omit<WakeRequest, "ref">) => (
    <button type="button" className="button" disabled={state.phase === "doing"} onClick={() => ask(request)}>
      {label}
    </button>
  );
  return (
    <>
      <div className="actions">
        {isAsked ? button("Do not go on after the limit", { cancel: true }) : button("Go on after the limit", {})}
        {isAsked
          ? button("None of this account", { cancel: true, account: true })
          : button("All of this account", { account: true })}
      </div>
      {state.phase === "refused" && <Refusal what="Go on" fault={state.fault} onLookAgain={forget} />}
    </>
  );
}
