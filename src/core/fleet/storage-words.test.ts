import { expect, it } from "vitest";
import { storageWarnings } from "./storage-words.ts";

const MB = 1024 * 1024;

it("[FL31] a bucket is nearly full from 80 % on, and the warning says what helps", () => {
  const use = { bucket: "agtmux_panes_vm", bytes: 6.63 * MB, max_bytes: 8 * MB };
  expect(storageWarnings([use, { ...use, bytes: 6.39 * MB }])).toEqual([
    "The server's bucket agtmux_panes_vm has 82 % of 8.0 MB; when it is full, nothing new is shared: the server's admin gives it more with 'nats stream edit KV_agtmux_panes_vm --max-bytes=16MB'.",
  ]);
});
