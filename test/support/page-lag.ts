import type { BrowserContext } from "playwright-core";

/**
 * Looks for tests and parts of the page that take for granted that the page knows what the daemon knows: with
 * AGTMUX_TEST_PAGE_LAG_MS, all that the daemon says reaches the page so many milliseconds late, in the same order.
 */
export async function delayDaemon(context: BrowserContext): Promise<void> {
  const lagMs = Number(process.env.AGTMUX_TEST_PAGE_LAG_MS ?? 0);
  if (lagMs > 0) await context.addInitScript(hearLate, lagMs);
}

/** Runs in the page, before its own scripts. */
function hearLate(lagMs: number): void {
  const { fetch, setTimeout } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch.apply(window, asked);
    await new Promise((done) => setTimeout(done, lagMs));
    return answer;
  };
  for (const name of ["onmessage", "onclose"] as const) {
    const handler = Object.getOwnPropertyDescriptor(WebSocket.prototype, name) as Required<PropertyDescriptor>;
    Object.defineProperty(WebSocket.prototype, name, {
      ...handler,
      set(this: WebSocket, heard: ((event: Event) => void) | null) {
        handler.set.call(this, heard && ((event: Event) => setTimeout(() => heard.call(this, event), lagMs)));
      },
    });
  }
}
