import type { Hono } from "hono";
import type { DoctorReport, NewTarget, TargetItem, TargetList } from "../../core/protocol/daemon/targets.ts";
import { TARGET_ROUTES } from "../../core/protocol/routes/target-routes.ts";
import { requirePlainNames } from "../../core/ssh/connection-ref.ts";
import { serve } from "./route.ts";

/** Targets as the API uses them. An unknown name throws `E_TARGET_NOT_FOUND`. */
export interface TargetsBackend {
  list(): TargetList;
  /** Stores the target without waiting for a connection. */
  add(target: NewTarget): Promise<TargetItem>;
  /** Connects now; rejects with the fault that says why it failed. */
  connect(name: string, signal?: AbortSignal): Promise<TargetItem>;
  remove(name: string): Promise<void>;
  doctor(name: string): Promise<DoctorReport>;
}

export function mountTargets(api: Hono, targets: TargetsBackend): void {
  serve(api, TARGET_ROUTES.list, () => targets.list());
  serve(api, TARGET_ROUTES.add, ({ body }) => {
    const { name, ssh_target = "", tmux_socket = "" } = body;
    // validate before ssh gets them
    requirePlainNames({ target_name: name, connection_ref: ssh_target, tmux_socket });
    return targets.add(body);
  });
  serve(api, TARGET_ROUTES.connect, ({ param, context }) => targets.connect(param("name"), context.req.raw.signal));
  serve(api, TARGET_ROUTES.remove, async ({ param }) => {
    await targets.remove(param("name"));
    return { removed: param("name") };
  });
  serve(api, TARGET_ROUTES.doctor, ({ param }) => targets.doctor(param("name")));
}
