import { shellQuote } from "../provision/shell-words.ts";

/** Exit codes of the script. */
export const INBOX_EXITS = { unread: 3, unsafe: 4, busy: 5 } as const;

/** Where the message for a registered session goes: beside the folder of its status file. */
export function inboxOf(statusFile: string): { root: string; session: string } | null {
  const [, root, session] = /^(.*\/\.schmux)\/signal\/([A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(statusFile) ?? [];
  return root === undefined || session === undefined ? null : { root, session };
}

/**
 * An sh script that puts a message into an inbox file: whole, by a link to a finished file, which never replaces one that
 * is there. Links in the way are not followed. Run again with the same id, it does nothing: a receipt says that the
 * message was there, even if the agent has read and removed it by now.
 */
export function inboxScript(statusFile: { root: string; session: string }, id: string, text: string): string {
  const { unread, unsafe, busy } = INBOX_EXITS;
  const receipt = `.${statusFile.session}.${id}`;
  return `root=${shellQuote(statusFile.root)} file=${shellQuote(statusFile.session)} receipt=${shellQuote(receipt)}
umask 077
[ -d "$root" ] && [ ! -h "$root" ] || exit ${unsafe}
[ -d "$root/inbox" ] || mkdir "$root/inbox" 2>/dev/null
[ -d "$root/inbox" ] && [ ! -h "$root/inbox" ] && cd "$root/inbox" || exit ${unsafe}
[ ! -e "$receipt.sent" ] || exit 0
[ ! -e "$file" ] && [ ! -h "$file" ] || exit ${unread}
(set -C && printf '%s\\n' ${shellQuote(text)} >"$receipt.new") 2>/dev/null || exit ${busy}
ln "$receipt.new" "$file" 2>/dev/null || { rm -f "$receipt.new"; exit ${unread}; }
mv "$receipt.new" "$receipt.sent" || exit ${unsafe}`;
}

/** An sh script that removes the receipt of a message that is known to have been there. */
export function inboxReceiptScript({ root, session }: { root: string; session: string }, id: string): string {
  return `rm -f ${shellQuote(`${root}/inbox/.${session}.${id}.sent`)}`;
}
