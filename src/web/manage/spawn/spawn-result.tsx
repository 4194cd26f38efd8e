import { useEffect, useRef } from "react";
import type { Spawned } from "../../../core/protocol/actions/spawn.ts";
import { Link } from "../../common/link.tsx";
import { panePath } from "../../common/route.ts";

/** Where the agent runs, and what was created for it. */
export function SpawnResult({ spawned }: { spawned: Spawned }) {
  const { agent, target, session_name, pane_id, created, warnings, workspace } = spawned;
  const box = useRef<HTMLDivElement>(null);
  // it may be below the visible part of a long form
  useEffect(() => {
    // some browsers return a promise, which is no cleanup
    void box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="result" role="status" ref={box}>
      <p>
        <strong>{agent}</strong> runs in{" "}
        <span className="place">
          {target}/{session_name}
        </span>
        , at <code>{workspace}</code>. <Link href={panePath({ target, pane_id })}>Open pane {pane_id}</Link>
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="field-error">
          {warning}
        </p>
      ))}
      <h3>Created</h3>
      <ul>
        {created.map((thing) => (
          <li key={thing}>
            <code>{thing}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
