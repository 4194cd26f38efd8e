import type { DoctorCheck, DoctorReport } from "../../../core/protocol/daemon/targets.ts";

const LOOKS: Record<DoctorCheck["status"], { symbol: string; word: string }> = {
  ok: { symbol: "✓", word: "ok" },
  warning: { symbol: "!", word: "warning" },
  failed: { symbol: "✕", word: "failed" },
};

/** The doctor's checks, each with advice. */
export function DoctorChecks({ report }: { report: DoctorReport }) {
  return (
    <div className="result" role="status">
      <h3>{report.ok ? `${report.target} has what agtmux needs` : `${report.target} lacks something`}</h3>
      <ul className="checks">
        {report.checks.map(({ name, status, found, advice }) => (
          <li key={name} data-check={status}>
            <span className="check-symbol" aria-hidden="true">
              {LOOKS[status].symbol}
            </span>
            <div>
              <p>
                <strong>{name}</strong> <span className="visually-hidden">{LOOKS[status].word}: </span>
                {found}
              </p>
              {advice !== null && <p className="quiet-words">{advice}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
