import { Fault } from "../../core/protocol/base/fault.ts";
import type { TargetItem } from "../../core/protocol/daemon/targets.ts";
import type { Context } from "./context.ts";

export async function findTarget(name: string, { client }: Pick<Context, "client">): Promise<TargetItem> {
  const { items } = await client.targets();
  const found = items.find((item) => item.name === name);
  if (found !== undefined) return found;
  const names = items.map((item) => item.name).join(", ");
  throw new Fault("E_TARGET_NOT_FOUND", `no target is called "${name}"; there is ${names}`, { target: name });
}
