import type { TargetItem } from "../../../core/protocol/daemon/targets.ts";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { hostPlace } from "./host-words.ts";

interface Props {
  item: TargetItem;
  onRemoved(): void;
  onClose(): void;
}

export function RemoveHost({ item, onRemoved, onClose }: Props) {
  const { client } = useLive();
  const { state, run } = useAction<true>();
  const remove = async () => {
    const done = await run(() => client.removeTarget(item.name).then(() => true as const));
    if (done === null) return;
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      title={`Remove ${item.name}?`}
      verb={`Remove ${item.name}`}
      isDoing={state.phase === "doing"}
      fault={state.phase === "refused" ? state.fault : null}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        agtmux forgets {item.name} ({hostPlace(item)}) and its panes. Nothing that runs there is stopped; what agtmux
        put into <code>~/.agtmux</code> there stays until you delete it.
      </p>
    </ConfirmDialog>
  );
}
