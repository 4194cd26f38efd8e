import type { DeviceItem } from "../../core/protocol/devices.ts";
import { Fault } from "../../core/protocol/fault.ts";
import type { Context } from "../context.ts";
import { readOptions } from "../options.ts";
import { table } from "../render/table.ts";
import { paint, plain, shortAge } from "../render/words.ts";

const HEAD = ["ID", "SEEN", "ADDED", "DEVICE"];

/** Browsers that may act on agents; remove takes that away. */
export async function devicesCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions("devices", args, {
    allowPositionals: true,
    options: { all: { type: "boolean" }, json: { type: "boolean" } },
  });
  const [action = "list", ...ids] = positionals;
  if (action === "remove") return remove(ids, values.all === true, values.json === true, context);
  if (action !== "list" || ids.length > 0 || values.all)
    throw new Fault("E_USAGE", "devices lists them, and 'devices remove ID' or 'devices remove --all' takes them away");
  const list = await context.client.devices();
  context.out(values.json ? JSON.stringify(list) : render(list.items, list.generated_at, context));
}

async function remove(ids: string[], all: boolean, json: boolean, { client, out }: Context): Promise<void> {
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
    plain(item.name),
  ]);
  const [header = [], ...lines] = table([HEAD, ...rows], columns);
  return [paint(header.join("  ").trimEnd(), "1", colour), ...lines.map((line) => line.join("  ").trimEnd())].join(
    "\n",
  );
}
