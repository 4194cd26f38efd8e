#!/usr/bin/env node
// A status line for tmux that names the agents that need you, such as "claude in shop: approval".
// (For the counts alone you need no script: '#{@agtmux_status}' has them.)
//
// Add to ~/.tmux.conf:
//   set -g status-interval 5
//   set -g status-right-length 100
//   set -g status-right '#(node ~/agtmux/examples/who-needs-me.mjs) %H:%M'
import { spawnSync } from "node:child_process";

const { status, stdout, error } = spawnSync("agtmux", ["list", "panes", "--needs-action", "--json"], {
  encoding: "utf8",
});

if (error) console.log("agtmux is not on the PATH");
else if (status !== 0) console.log("agtmux does not run");
else console.log(JSON.parse(stdout).items.map(described).join(" | "));

function described({ agent, identity, attention }) {
  const text = `${agent ?? "shell"} in ${identity.session_name}: ${attention.kind}`;
  // in a status line, # begins a format of tmux
  return text.replaceAll("#", "##");
}
