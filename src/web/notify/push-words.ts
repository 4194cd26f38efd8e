import type { PushPhase } from "./push-device.ts";

/** How it stands with pushes to this device, and what a person can do about it. */
export function pushWords(state: PushPhase): string {
  switch (state.phase) {
    case "on":
      return "The daemon tells this device through its browser's push service, which cannot read what is told.";
    case "off":
      return "Off: this device is told only while the page is open.";
    case "asking":
      return "Asking the browser and its push service…";
    case "denied":
      return "This browser refuses notifications of this page. Allow them in its settings for this site (the symbol left of the address), then come back.";
    case "insecure":
      return "Browsers take pushes only for pages opened by https or on this machine itself. `docs/phone.md` says how to open the page by https.";
    case "unsupported":
      return "This browser takes no pushes. On an iPhone, add the page to the home screen and open it from there.";
    case "failed":
      return `That did not work: ${state.message}`;
    default:
      return state satisfies never;
  }
}

/** Whether there is anything to switch. */
export function canSwitch({ phase }: PushPhase): boolean {
  return phase === "on" || phase === "off" || phase === "failed";
}
