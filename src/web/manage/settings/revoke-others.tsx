import { asFault } from "../../../core/protocol/base/fault.ts";
import { useLive } from "../../live/use-live.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import type { OtherDevices } from "./other-devices.ts";

interface Props {
  others: OtherDevices;
  onRevoked(): void;
  onClose(): void;
}

export function RevokeOthers({ others: { revocable, kept }, onRevoked, onClose }: Props) {
  const { client } = useLive();
  const { state, run } = useAction<true>();
  const revokeEach = async () => {
    for (const { id } of revocable)
      await client.removeDevices(id).catch((error: unknown) => {
        // it went with the one that paired it
        if (asFault(error).code !== "E_DEVICE_NOT_FOUND") throw error;
      });
    return true as const;
  };
  const revoke = async () => {
    const done = await run(revokeEach);
    onRevoked();
    if (done !== null) onClose();
  };
  return (
    <ConfirmDialog
      title={`Revoke ${revocable.length === 1 ? "the other device" : `${revocable.length} other devices`}?`}
      verb="Revoke all others"
      isDoing={state.phase === "doing"}
      fault={state.phase === "refused" ? state.fault : null}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        The keys and cookies of {revocable.map(({ name }) => name).join(", ")} are refused from now on, and what they
        have open is closed. This browser stays.
      </p>
      {kept.length > 0 && (
        <p>
          {kept.map(({ name }) => name).join(", ")} stays too: it let this browser in, which would go with it. Revoke it
          by itself.
        </p>
      )}
    </ConfirmDialog>
  );
}
