import { Link } from "../common/link.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import type { Fleet } from "../live/fleet.ts";

/** Shown when nothing needs attention: either all is well, or there are no agents yet. */
export function InboxEmpty({ fleet }: { fleet: Fleet }) {
  if (fleet.summary.agents === 0) return <EmptyState />;
  const running = fleet.summary.by_state.running;
  return (
    <div className="teach calm">
      <p className="calm-symbol" aria-hidden="true">
        ✓
      </p>
      <h2>Nobody needs you</h2>
      <p>
        {running === 0 ? "Nothing is running either." : `${running} of ${fleet.summary.agents} agents are running.`} An
        agent that has a question or an error, or is done, appears here by itself.{" "}
        <Link href="/fleet">See all agents</Link>
      </p>
    </div>
  );
}
