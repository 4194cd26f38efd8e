// The first lines of every bundle for Node. Only syntax of Node 12: an older Node must get as far as the error message.
(() => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 16)) {
    console.error(
      `agtmux needs Node 22.16 or newer, and this is ${process.versions.node} (${process.execPath}). In a clone of agtmux, npm start installs the right one for agtmux alone. Otherwise install a newer Node (https://nodejs.org). [E_NODE_UNFIT]`,
    );
    process.exit(26);
  }
  // Node 22 warns that node:sqlite may change: agtmux is tested with each version it runs on
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!/^SQLite is an experimental feature/.test(warning)) emitWarning.call(process, warning, ...rest);
  };
})();
