import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { CleanCheckout } from "../support/clean-checkout.ts";
import { AGTMUX, sandbox, until } from "../support/sandbox.ts";

/** Does what TPM does with every cloned plugin (its scripts/source_plugins.sh). */
const SOURCE_PLUGINS = 'for file in "$HOME"/.tmux/plugins/*/*.tmux; do "$file" >/dev/null 2>&1; done';

it("[PK39] cloned by TPM, the plugin binds its keys, says that it is not built, and works once it is", {
  timeout: 180_000,
}, async () => {
  const box = sandbox({ PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` });
  const person = join(box.dir, "person");
  const plugin = join(person, ".tmux", "plugins", "agtmux");
  mkdirSync(dirname(plugin), { recursive: true });
  renameSync(new CleanCheckout(box).dir, plugin);
  Object.assign(box.env, { HOME: person });
  writeFileSync(join(person, ".tmux.conf"), "");
  const first = box.session("first");
  box.tmux("set-option", "-g", "@agtmux_key_list", "G");
  box.tmux("run-shell", SOURCE_PLUGINS);
  const keys = box.tmux("list-keys", "-T", "prefix");
  for (const [key, word] of Object.entries({ a: "next", A: "pick", G: "list" }))
    expect(keys).toMatch(new RegExp(` ${key} +run-shell -b "?'${plugin}/agtmux.tmux' ${word}`));

  const outer = sandbox();
  const terminal = outer.session("outer", `unset TMUX; exec tmux -L ${box.socketName} attach -t first`);
  await until(() => outer.screen(terminal).includes("[first]"));
  const shows = (words: string) =>
    until(
      () => outer.screen(terminal).includes(words),
      () => outer.screen(terminal),
    );
  outer.tmux("send-keys", "-t", terminal, "C-b", "G");
  await shows("run 'npm start' in");

  symlinkSync(join(AGTMUX, "..", "..", "dist"), join(plugin, "dist"));
  await box.startDaemon();
  await until(async () => (await box.panes()).items.some(({ identity }) => identity.pane_id === first));
  outer.tmux("send-keys", "-t", terminal, "C-b", "G");
  await shows("q quit");
});
