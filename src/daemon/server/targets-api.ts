import type { Hono } from "hono";
import { Fault } from "../../core/protocol/fault.ts";
import { type DoctorReport, NewTarget, type TargetItem, type TargetList } from "../../core/protocol/targets.ts";
import { requirePlainNames } from "../../core/ssh/connection-ref.ts";

/** What the API needs of whoever keeps the targets. A name that no target has is `E_TARGET_NOT_FOUND`. */
export interface TargetsBackend {
  list(): TargetList;
  /** Remembers the target; whether it can be reached shows later. */
  add(target: NewTarget): Promise<TargetItem>;
  /** Tries now; resolves when the target answers, else throws the fault that says why not. */
  connect(name: string, signal?: AbortSignal): Promise<TargetItem>;
  remove(name: string): Promise<void>;
  doctor(name: string): Promise<DoctorReport>;
}

export function mountTargets(api: Hono, targets: TargetsBackend): void {
  api.get("/v1/targets", (context) => context.json(targets.list()));
  api.post("/v1/targets", async (context) =>
    context.json(await targets.add(parseNewTarget(await context.req.text())), 201),
  );
  api.post("/v1/targets/:name/connect", async (context) =>
    context.json(await targets.connect(context.req.param("name"), context.req.raw.signal)),
  );
  api.delete("/v1/targets/:name", async (context) => {
    const name = context.req.param("name");
    await targets.remove(name);
    return context.json({ removed: name });
  });
  api.get("/v1/targets/:name/doctor", async (context) => context.json(await targets.doctor(context.req.param("name"))));
}

function parseNewTarget(text: string): NewTarget {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault("E_INVALID_INPUT", "the new target is not JSON");
  }
  const parsed = NewTarget.safeParse(value);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.join(".")}: ${message}`,
    );
    throw new Fault("E_INVALID_INPUT", `the new target does not fit: ${faults.join("; ")}`, { faults });
  }
  const { name, ssh_target = "", tmux_socket = "" } = parsed.data;
  // before anybody hands them to ssh
  requirePlainNames({ target_name: name, connection_ref: ssh_target, tmux_socket });
  return parsed.data;
}
