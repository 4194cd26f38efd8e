import { Fault } from "../../core/protocol/base/fault.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderNotify } from "../render/notify.ts";
import { NOTIFY } from "../tables/notify.ts";
import { notifyAdd, notifyRemove } from "./notify-add.ts";

/** Sets up channels, shows notifications and their delivery, and tests or retries them. */
export async function notifyCommand(args: string[], context: Context): Promise<void> {
  const { positionals, values } = readOptions(NOTIFY, args);
  const [action = "status", word, ...rest] = positionals;
  const json = values.json === true;
  if (action === "add" && word !== undefined && rest.length === 0) return notifyAdd(word, values, context);
  if (action === "remove" && word !== undefined && rest.length === 0) return notifyRemove(word, context);
  if ((action === "status" || action === "list") && word === undefined && !values.all) return status(json, context);
  if (action === "test" && word !== undefined && rest.length === 0 && !values.all) return test(word, json, context);
  if (action === "retry" && rest.length === 0 && (word !== undefined) !== (values.all === true))
    return retry(word ?? null, json, context);
  throw new Fault(
    "E_USAGE",
    "notify wants add <kind>, remove <channel>, list, test <channel>, retry <key> or retry --all",
  );
}

async function status(json: boolean, context: Context): Promise<void> {
  const found = await context.client.notifyStatus();
  context.out(json ? JSON.stringify(found) : renderNotify(found, context));
}

async function test(channel: string, json: boolean, { client, out }: Context): Promise<void> {
  const tested = await client.testChannel(channel);
  out(
    json
      ? JSON.stringify(tested)
      : `${tested.channel} (${tested.kind}) took it within ${Math.round(tested.took_ms)} ms`,
  );
}

async function retry(key: string | null, json: boolean, { client, out }: Context): Promise<void> {
  const report = await client.retryNotifications(key);
  if (json) return out(JSON.stringify(report));
  const { length } = report.keys;
  out(
    length === 0 ? "there is no dead letter" : `${length} tried again: 'agtmux notify status' tells what comes of it`,
  );
}
