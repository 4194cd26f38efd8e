import type { PairingLink } from "../../../core/protocol/devices.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { useLive } from "../../live/use-live.ts";
import { useNow } from "../../live/use-now.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { formatAge } from "../../view/format-age.ts";
import { FaultLine } from "../parts/fault-line.tsx";

/** Lets another device in: by command with a QR code, or by a link made here. */
export function PairDevice() {
  const { client } = useLive();
  const { state, run } = useAction<PairingLink>();
  return (
    <div className="pair">
      <h3>Let another device in</h3>
      <p className="quiet-words">In a terminal this prints a QR code for a phone:</p>
      <CommandLine command="agtmux pair" />
      <div className="row-actions">
        <button
          type="button"
          className="button"
          disabled={state.phase === "doing"}
          onClick={() => void run(() => client.openPairing())}
        >
          Make pairing link
        </button>
      </div>
      {state.phase === "refused" && <FaultLine what="Pairing link" fault={state.fault} />}
      {state.phase === "done" && <Made link={state.report} />}
    </div>
  );
}

function Made({ link }: { link: PairingLink }) {
  const left = link.expires_at - useNow();
  if (left <= 0) return <p role="status">The link is void: ten minutes are over. Make another one.</p>;
  return (
    <div className="result">
      <p>
        Open this on the other device. It lets one device in, once, and is void in <time>{formatAge(left)}</time>.
      </p>
      <CommandLine command={link.link} />
    </div>
  );
}
