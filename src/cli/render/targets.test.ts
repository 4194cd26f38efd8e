import { describe, expect, it } from "vitest";
import { testEnvelope } from "../../../test/support/test-pane.ts";
import { testTarget } from "../../../test/support/test-target.ts";
import type { TargetItem } from "../../core/protocol/daemon/targets.ts";
import { renderTargets } from "./targets.ts";

const PLAIN = { columns: null, colour: false };
const listOf = (...items: TargetItem[]) => ({ ...testEnvelope(), items });
const host = testTarget({ name: "host", kind: "local", ssh_target: null, tmux_socket: "work", carrier: "local" });
const down = testTarget({
  name: "vm2",
  health: "down",
  panes: 0,
  agents: 0,
  tmux_version: null,
  clock_offset_ms: null,
  error: { code: "E_SSH_LOGIN", message: "ssh wants a password\x1b[2J for me@vm2", details: {} },
});

describe("renderTargets", () => {
  it("[TG2] each target has its line, and what is wrong with it a line of its own", () => {
    const late = testTarget({ name: "vm1", health: "degraded", clock_offset_ms: 3_600_000 });
    const early = testTarget({ name: "vm3", clock_offset_ms: -2_000 });
    expect(renderTargets(listOf(host, late, down, early), PLAIN)).toBe(
      [
        "   NAME  HEALTH    KIND   HOST    TMUX SOCKET  PANES  AGENTS  TMUX  CLOCK",
        "✓  host  ok        local  -       work         4      2       3.3a",
        "!  vm1   degraded  ssh    me@vm1  default      4      2       3.3a  1h behind",
        "✗  vm2   down      ssh    me@vm1  default      0      0       -",
        "   ssh wants a password⟨U+001B⟩[2J for me@vm2 [E_SSH_LOGIN]",
        "✓  vm3   ok        ssh    me@vm1  default      4      2       3.3a  2s ahead",
      ].join("\n"),
    );
  });

  it("[TG2] a clock that is off by less than a second is not worth a word", () => {
    for (const clock_offset_ms of [999, -999, 0, null])
      expect(renderTargets(listOf(testTarget({ clock_offset_ms })), PLAIN)).not.toMatch(/behind|ahead/);
  });

  it("[CL20] colour changes nothing but the colour", () => {
    const coloured = renderTargets(listOf(host, down), { columns: 80, colour: true });
    expect(coloured).toContain("\x1b[31mdown");
    expect(coloured.replaceAll(/\x1b\[\d*m/g, "")).toBe(renderTargets(listOf(host, down), PLAIN));
  });
});
