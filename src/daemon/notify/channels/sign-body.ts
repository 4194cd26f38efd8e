import { createHmac } from "node:crypto";

/** `t=<unix>,v1=<hex>`: HMAC-SHA256 of "<unix>.<body>", so that neither can be changed and replays can be detected. */
export function signBody(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1_000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}
