import type { NotePermission } from "./note-permission.ts";

/** The state of system notifications in words, and how to change it. */
export function permissionWords(permission: NotePermission): string {
  switch (permission) {
    case "granted":
      return "This browser shows notifications of this page while you look elsewhere.";
    case "not-asked":
      return "This browser has not been asked yet whether it may show notifications.";
    case "denied":
      return "This browser refuses notifications of this page. Allow them in its settings for this site (the symbol left of the address), then come back.";
    case "insecure":
      return "Browsers show notifications only of pages opened by https or on this machine itself. Sound and the badge in the title work here too; `docs/phone.md` says how to open the page by https.";
    case "unsupported":
      return "This browser knows no notifications for pages. On an iPhone, add the page to the home screen first. Sound and the badge in the title work here too.";
    default:
      return permission satisfies never;
  }
}
