import { qrCode } from "../../core/pairing/qr-code.ts";
import type { Context } from "../common/context.ts";
import { readOptions } from "../common/options.ts";
import { renderQr } from "../render/qr.ts";
import { PAIR } from "../tables/pair.ts";

/** Prints a link that pairs one device, once. */
export async function pairCommand(args: string[], context: Context): Promise<void> {
  const { values } = readOptions(PAIR, args);
  const opened = await context.client.openPairing();
  if (values.json) return context.out(JSON.stringify(opened));
  const modules = qrCode(new TextEncoder().encode(opened.link));
  if (context.isTerminal && modules !== null) context.raw(renderQr(modules, context.colour));
  context.out(opened.link);
  const minutes = Math.round((opened.expires_at - Date.now()) / 60_000);
  context.note(
    `good once, for ${minutes} minutes; 'agtmux devices' lists what is paired, 'agtmux devices remove ID' removes it`,
  );
  if (opened.plain_link !== null) context.note(`where a browser does not find that name: ${opened.plain_link}`);
  if (opened.plain_link !== null || opened.link.startsWith("http://127.0.0.1:"))
    context.note("this link works in a browser on this machine: for a phone set public_url (docs/phone.md)");
}
