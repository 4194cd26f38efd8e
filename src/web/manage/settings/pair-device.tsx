import type { PairingLink } from "../../../core/protocol/daemon/devices.ts";
import { CommandLine } from "../../components/command-line.tsx";
import { QrPicture } from "../../components/qr-picture.tsx";
import { Words } from "../../components/words.tsx";
import { useLive } from "../../live/use-live.ts";
import { useNow } from "../../live/use-now.ts";
import { isOwnMachine } from "../../live/verify-daemon.ts";
import { useAction } from "../../pane/actions/use-action.ts";
import { formatAge } from "../../view/format-age.ts";
import { FaultLine } from "../parts/fault-line.tsx";

const ONLY_HERE =
  "This link can only work on this machine: the dashboard is at an address of its own. To open it on a phone, put an HTTPS proxy in front of it and set `public_url` (docs/phone.md).";

/** Lets another device in, by a link and its QR code. */
export function PairDevice() {
  const { client } = useLive();
  const { state, run } = useAction<PairingLink>();
  return (
    <div className="pair">
      <h3>Add another device</h3>
      <div className="row-actions">
        <button
          type="button"
          className="button"
          disabled={state.phase === "doing"}
          onClick={() => void run(() => client.openPairing())}
        >
          {state.phase === "done" ? "Make another pairing link" : "Make pairing link"}
        </button>
        <span className="quiet-words">
          In a terminal: <code>agtmux pair</code>
        </span>
      </div>
      {state.phase === "refused" && <FaultLine what="Pairing link" fault={state.fault} />}
      {state.phase === "done" && <Made link={state.report} />}
    </div>
  );
}

function Made({ link }: { link: PairingLink }) {
  const left = link.expires_at - useNow();
  if (left <= 0) return <p role="status">The link has expired after ten minutes. Make another one.</p>;
  const isOnlyHere = isOwnMachine(new URL(link.link).host);
  return (
    <div className="result paired" role="status">
      {isOnlyHere && (
        <p className="only-here">
          <Words text={ONLY_HERE} />
        </p>
      )}
      <QrPicture text={link.link} label="The pairing link as a QR code" />
      <div className="paired-words">
        <p>
          {isOnlyHere ? "Open the link in another browser here." : "Scan this, or open the link on the other device."}{" "}
          It lets one device in, once, and is void in <time>{formatAge(left)}</time>.
        </p>
        <CommandLine command={link.link} />
      </div>
    </div>
  );
}
