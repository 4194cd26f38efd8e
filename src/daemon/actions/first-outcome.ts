import type { AuditEntry } from "../../core/protocol/actions/actions.ts";
import { Fault } from "../../core/protocol/base/fault.ts";

/** The outcome of the first call with an idempotency key, for a repeated call: its report, or its error again. */
export function firstOutcome(first: AuditEntry) {
  const { snapshot, ref, phases, code, message, outcome, correlation_id, agent, pane_id } = first;
  if (outcome === "begun" || snapshot === null)
    throw new Fault("E_NOT_DELIVERED", "the daemon ended while the first one was under way: look at the pane", {
      phases,
    });
  if (outcome !== "done" && code !== null) throw new Fault(code, message, { phases, repeated: true, correlation_id });
  return {
    schema_version: 1 as const,
    correlation_id,
    snapshot,
    ref: ref ?? "",
    what: `${agent} in ${pane_id}`,
    phases,
    repeated: true,
    state: snapshot.state,
    notes: [],
  };
}
