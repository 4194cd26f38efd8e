/** The facts that page and daemon share in one mutual proof. */
export interface GreetingFacts {
  /** The host in the browser's address; binds the proof to that address. */
  host: string;
  /** Id of one run of the daemon. */
  boot: string;
  /** Random value chosen by the page. */
  nonce: string;
}

/** Header for the page's pass. `Authorization` may be needed for a login of the user's own proxy. */
export const PASS_HEADER = "agtmux-pass";

/** The message for HMAC-SHA-256 with the key's secret; each text serves one purpose only. */
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
