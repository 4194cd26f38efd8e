import { panesBucket } from "../../src/core/fleet/fleet-names.ts";
import { readRow } from "../../src/core/fleet/member-row.ts";
import type { PaneItem } from "../../src/core/protocol/lists/lists.ts";
import { bucketNow } from "../../src/daemon/fleet/bucket-now.ts";
import { connectNats } from "../../src/daemon/fleet/connect-nats.ts";

/** The panes of a member as the server has them, by pane id. */
export async function panesIn(url: string, member: string): Promise<Map<string, PaneItem>> {
  const link = await connectNats({ urls: [url], name: "reader", creds: null, caPath: null });
  try {
    const rows = await bucketNow(link, panesBucket(member));
    const items = [...rows.values()].flatMap(({ text }) => (readRow(text)?.item as PaneItem | null | undefined) ?? []);
    return new Map(items.map((item) => [item.identity.pane_id, item]));
  } finally {
    await link.close();
  }
}
