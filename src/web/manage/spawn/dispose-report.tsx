import type { Disposed } from "../../../core/protocol/actions/spawn.ts";

/** Lists what was removed, and what was kept and why. */
export function DisposeReport({ who, report }: { who: string; report: Disposed }) {
  return (
    <div className="result" role="status">
      <p>{who} was disposed of.</p>
      {report.removed.length > 0 && (
        <p>
          Removed: <code>{report.removed.join(", ")}</code>
        </p>
      )}
      {report.kept.length > 0 && (
        <p>
          Kept: <code>{report.kept.join(", ")}</code>
        </p>
      )}
    </div>
  );
}
