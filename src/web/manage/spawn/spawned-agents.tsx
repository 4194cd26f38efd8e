import { useState } from "react";
import type { Disposed, SpawnedItem } from "../../../core/protocol/actions/spawn.ts";
import { Link } from "../../common/link.tsx";
import { panePath } from "../../common/route.ts";
import { Age } from "../../components/age.tsx";
import { LoadNotice } from "../parts/load-notice.tsx";
import type { Asked } from "../parts/use-asked.ts";
import { DisposeDialog } from "./dispose-dialog.tsx";
import { DisposeReport } from "./dispose-report.tsx";

interface Props {
  asked: Asked<{ items: SpawnedItem[] }>;
  onAgain(item: SpawnedItem): void;
}

/** Agents that were spawned from here or by command, and not disposed of. */
export function SpawnedAgents({ asked, onAgain }: Props) {
  const [meant, setMeant] = useState<SpawnedItem | null>(null);
  const [disposed, setDisposed] = useState<{ who: string; report: Disposed } | null>(null);
  const items = asked.value?.items ?? [];
  const onDisposed = (item: SpawnedItem, report: Disposed) => {
    setDisposed({ who: item.agent, report });
    setMeant(null);
    void asked.again();
  };
  return (
    <section className="block" aria-labelledby="spawned-title">
      <h2 id="spawned-title">Spawned agents</h2>
      <LoadNotice what="Spawned agents" asked={asked} />
      {disposed !== null && <DisposeReport {...disposed} />}
      {asked.value !== null && items.length === 0 && (
        <p className="quiet-words">None. Agents that you spawn are listed here.</p>
      )}
      <ul className="rows">
        {items.map((item) => (
          <li key={item.session_id} className="row">
            <div className="row-words">
              <p>
                <span className="agent">{item.agent}</span>{" "}
                <span className="place">
                  {item.target}/{item.session_name}
                </span>{" "}
                <Age since={item.spawned_at} />
              </p>
              <p className="quiet-words">
                <code>{item.worktree?.path ?? item.workspace}</code>
                {item.worktree !== null && ` on branch ${item.worktree.branch}`}
              </p>
            </div>
            <div className="row-actions">
              <Link className="button" href={panePath(item)}>
                Open pane {item.pane_id}
              </Link>
              <button type="button" className="button" onClick={() => onAgain(item)}>
                Same again
              </button>
              <button type="button" className="button verb-danger" onClick={() => setMeant(item)}>
                Dispose {item.agent}…
              </button>
            </div>
          </li>
        ))}
      </ul>
      {meant !== null && <DisposeDialog item={meant} onDisposed={onDisposed} onClose={() => setMeant(null)} />}
    </section>
  );
}
