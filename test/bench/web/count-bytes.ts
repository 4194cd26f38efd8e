import type { Page } from "playwright-core";

/** Counts what the page has received: answers as they were sent, and frames of its sockets. */
export async function countBytes(page: Page): Promise<() => number> {
  let total = 0;
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    total += encodedDataLength;
  });
  session.on("Network.webSocketFrameReceived", ({ response }) => {
    total += response.opcode === 1 ? response.payloadData.length : (response.payloadData.length * 3) / 4;
  });
  return () => total;
}
