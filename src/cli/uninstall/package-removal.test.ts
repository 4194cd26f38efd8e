import { expect, it } from "vitest";
import { packageRemoval } from "./package-removal.ts";

it.each([
  ["/usr/lib/node_modules/agtmux", "npm uninstall -g --prefix /usr agtmux"],
  ["/home/a b/lib/node_modules/agtmux", "npm uninstall -g --prefix '/home/a b' agtmux"],
  ["/work/project/node_modules/agtmux", "npm uninstall --prefix /work/project agtmux"],
  ["/home/me/agtmux", "rm -rf /home/me/agtmux"],
  ["/home/me/.npm/_npx/0a1b/node_modules/agtmux", null],
])("[PK30] what removes %s", (root, command) => {
  expect(packageRemoval(root)).toBe(command);
});
