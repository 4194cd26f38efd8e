import type { PushPhase } from "./push-device.ts";

/** The state of pushes to this device in words, and how to change it. */
export function pushWords(state: PushPhase): string {
  switch (state.phase) {
    case "on":
      return "The daemon tells this device through its browser's push service, which cannot read what is told.";
    case "off":
      return "Off: this device is notified only while the page is open.";
    case "asking":
      return "Asking the browser and its push service…";
    case "denied":
      return "This browser refuses notifications of this page. Allow them in its settings for this site (the symbol left of the address), then come back.";
    case "insecure":
      return "Browsers take pushes only for pages opened by https or on this machine itself. `docs/phone.md` says how to open the page by https.";
    case "unsupported":
      return "This browser does not support push. On an iPhone, add the page to the home screen and open it from there.";
    case "failed":
      return `That did not work: ${state.message}`;
    default:
      return state satisfies never;
  }
}

export function canSwitch({ phase }: PushPhase): boolean {
  return phase === "on" || phase === "off" || phase === "failed";
}
