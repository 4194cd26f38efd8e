import { useEffect } from "react";
import { FleetView } from "./components/fleet-view.tsx";
import { LinkNotice } from "./components/link-notice.tsx";
import { SummaryStrip } from "./components/summary-strip.tsx";
import { TargetErrors } from "./components/target-errors.tsx";
import { useFleet } from "./live/use-fleet.ts";

export function App() {
  const { fleet, link, retryNow } = useFleet();
  const needsAction = fleet?.summary.needs_action ?? 0;

  useEffect(() => {
    document.title = needsAction > 0 ? `(${needsAction}) agtmux` : "agtmux";
  }, [needsAction]);

  return (
    <div className="page" data-link={link.phase}>
      <header>
        <h1>agtmux</h1>
        <p className="headline" role="status">
          {fleet !== null && headline(needsAction)}
        </p>
        {fleet !== null && <SummaryStrip summary={fleet.summary} />}
        <TargetErrors fleet={fleet} />
      </header>
      <LinkNotice link={link} onRetry={retryNow} />
      {fleet !== null && <FleetView fleet={fleet} />}
    </div>
  );
}

function headline(needsAction: number): string {
  if (needsAction === 0) return "Nobody needs you";
  return needsAction === 1 ? "1 needs you" : `${needsAction} need you`;
}
