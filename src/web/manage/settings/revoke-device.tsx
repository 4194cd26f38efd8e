import type { DeviceItem, DevicesRemoved } from "../../../core/protocol/daemon/devices.ts";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";

interface Props {
  item: DeviceItem;
  onRevoked(): void;
  onClose(): void;
}

export function RevokeDevice({ item, onRevoked, onClose }: Props) {
  const { client } = useLive();
  const { state, run } = useAction<DevicesRemoved>();
  const revoke = async () => {
    if ((await run(() => client.removeDevices(item.id))) === null) return;
    onClose();
    onRevoked();
  };
  return (
    <ConfirmDialog
      title={`Revoke ${item.name}?`}
      verb={item.is_current ? "Revoke this device" : `Revoke ${item.name}`}
      isDoing={state.phase === "doing"}
      fault={state.phase === "refused" ? state.fault : null}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        Its key and its cookie are refused from now on, and what it has open is closed.
        {item.is_current && " This is the browser you are using: the page is signed out at once."}
      </p>
    </ConfirmDialog>
  );
}
