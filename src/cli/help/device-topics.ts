/** Help on the dashboard's devices, on what was seen, and on the demo. */
export const DEVICE_TOPICS: Record<string, string> = {
  pair: `agtmux pair [--json]

Prints a link, and on a terminal its QR code, that lets one device act: once, within ten minutes. A code that was open before is void, and so
is one after ten wrong tries. For a phone, public_url must name where your own proxy serves the dashboard (docs/phone.md).

Example: agtmux pair`,
  devices: `agtmux devices [--json]
agtmux devices remove ID|--all [--json]

Browsers that have opened the dashboard's link or were paired, and may therefore act: when each was last seen, and since when it is known.

  remove   its key and its cookie are refused from now on, and what it has open is closed

Examples: agtmux devices
          agtmux devices remove 3f9a01c2`,
  seen: `agtmux seen <ref> [--json]
agtmux seen --all [--json]

Says that you have seen what an agent calls for: done, testing, review and error are then closed on every device. What was asked stays
open until it is answered.

Examples: agtmux seen claude
          agtmux seen --all`,
  demo: `agtmux demo [--no-open]

Pretend agents in every state, on a tmux server and with a daemon of their own: look at them on the dashboard, answer them, type for them.
Nothing of yours is touched, and Ctrl-C removes all of it.

  --no-open  print the dashboard's link without opening it in a browser

Example: agtmux demo`,
};
