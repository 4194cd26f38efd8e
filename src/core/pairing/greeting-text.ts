/** What page and daemon both know of one greeting. */
export interface GreetingFacts {
  /** The name that the browser asked for, as in its address: a proof for another address is none. */
  host: string;
  /** Of one run of the daemon. */
  boot: string;
  /** Of the page. */
  nonce: string;
}

/** Where a page shows its pass: what stands in `Authorization` may be for a login of the user's own proxy. */
export const PASS_HEADER = "agtmux-pass";

/** What the secret of a key is applied to (HMAC with SHA-256), each for one purpose alone. */
export const KEY_ID_TEXT = "agtmux key id";

export function proofText(facts: GreetingFacts): string {
  return text("agtmux proof", facts);
}

export function passText(facts: GreetingFacts): string {
  return text("agtmux pass", facts);
}

function text(purpose: string, { host, boot, nonce }: GreetingFacts): string {
  return [purpose, host.toLowerCase(), boot, nonce].join("\n");
}
