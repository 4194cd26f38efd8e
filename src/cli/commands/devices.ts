import { Fault } from "../../core/protocol/base/fault.ts";
import type { DeviceItem } from "../../core/protocol/daemon/devices.ts";
import type { Context } from "../common/context.ts";
import { readOptions, type Values } from "../common/options.ts";
import { table } from "../render/table.ts";
import { paint, plain, shortAge } from "../render/words.ts";
import { DEVICES } from "../tables/devices.ts";

const HEAD = ["ID", "SEEN", "ADDED", "DEVICE"];

/** Lists the browsers that may act on agents; `remove` revokes that. */
export async function devicesCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(DEVICES, args);
  const [action = "list", ...ids] = positionals;
  const right = /^(allow|forbid)-(pairing|rules)$/.exec(action);
  if (right !== null) return change(ids, right[2] as Right, right[1] as Change, values, context);
  if (action === "remove") return remove(ids, values, context);
  if (action !== "list" || ids.length > 0 || values.all)
    throw new Fault(
      "E_USAGE",
      "devices lists them, 'devices remove ID' or 'devices remove --all' takes them away, 'devices allow-pairing ID' or 'devices forbid-pairing ID' says whether one may let others in, and 'devices allow-rules ID' or 'devices forbid-rules ID' whether it may make rules",
    );
  const list = await context.client.devices();
  context.out(values.json ? JSON.stringify(list) : render(list.items, list.generated_at, context));
}

type Right = "pairing" | "rules";
type Change = "allow" | "forbid";
type Given = Values<(typeof DEVICES)["options"]>;

async function change(
  ids: string[],
  right: Right,
  to: Change,
  { all, json }: Given,
  { client, out }: Context,
): Promise<void> {
  const [id, ...rest] = ids;
  if (id === undefined || rest.length > 0 || all)
    throw new Fault("E_USAGE", `devices ${to}-${right} wants one id, as 'agtmux devices' shows them`);
  const allowed = to === "allow";
  const item = await (right === "pairing" ? client.allowPairing(id, allowed) : client.allowRules(id, allowed));
  const words = { pairing: ["let other devices in", "let no other device in"], rules: ["make rules", "make no rules"] };
  out(json ? JSON.stringify(item) : `${id}: may ${words[right][allowed ? 0 : 1]}`);
}

async function remove(ids: string[], { all = false, json }: Given, { client, out }: Context): Promise<void> {
  const [id, ...rest] = ids;
  if (rest.length > 0 || all === (id !== undefined))
    throw new Fault("E_USAGE", "devices remove wants one id, as 'agtmux devices' shows them, or --all");
  const report = await client.removeDevices(id ?? null);
  if (json) return out(JSON.stringify(report));
  const { length } = report.removed;
  out(length === 0 ? "there was no device" : `${report.removed.join(", ")}: may no longer look or act`);
}

function render(items: readonly DeviceItem[], now: number, { columns, colour }: Context): string {
  if (items.length === 0)
    return "no device yet: open the link that 'agtmux daemon status' prints, or pair one with 'agtmux pair'";
  const rows = items.map((item) => [
    item.id,
    shortAge(now - item.last_seen_at),
    shortAge(now - item.created_at),
    `${plain(item.name)}${rightsOf(item)}`,
  ]);
  const [header = [], ...lines] = table([HEAD, ...rows], columns);
  return [paint(header.join("  ").trimEnd(), "1", colour), ...lines.map((line) => line.join("  ").trimEnd())].join(
    "\n",
  );
}

function rightsOf({ may_act, may_pair, may_make_rules }: DeviceItem): string {
  if (!may_act) return " (may only look)";
  const rights = [...(may_pair ? ["pair others"] : []), ...(may_make_rules ? ["make rules"] : [])];
  return rights.length === 0 ? "" : ` (may ${rights.join(" and ")})`;
}
