import { dirname, sep } from "node:path";
import { shellQuote } from "../../core/provision/shell-words.ts";

/** The command that removes this installation, whose root is given; null if it is npx's, which goes by itself. */
export function packageRemoval(root: string): string | null {
  const parent = dirname(root);
  if (root.includes(`${sep}_npx${sep}`)) return null;
  if (!parent.endsWith(`${sep}node_modules`)) return `rm -rf ${shellQuote(root)}`;
  const owner = dirname(parent);
  if (owner.endsWith(`${sep}lib`)) return `npm uninstall -g --prefix ${shellQuote(dirname(owner))} agtmux`;
  return `npm uninstall --prefix ${shellQuote(owner)} agtmux`;
}
