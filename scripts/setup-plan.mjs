/** What setup would do, decided without touching anything. */

export const OLDEST_NODE = [20, 19];
export const OLDEST_TMUX = [3, 2];

/** What agtmux needs beyond npm: the binary, and the package that holds it. */
const SYSTEM_TOOLS = {
  tmux: {
    binary: "tmux",
    packages: { "apt-get": "tmux", brew: "tmux", dnf: "tmux", pacman: "tmux", apk: "tmux" },
  },
  // for tests of the dashboard
  chromium: {
    binary: "chromium",
    packages: { "apt-get": "chromium", brew: "chromium", dnf: "chromium", pacman: "chromium", apk: "chromium" },
  },
};

const INSTALL_ARGUMENTS = {
  "apt-get": ["install", "-y"],
  brew: ["install"],
  dnf: ["install", "-y"],
  pacman: ["-S", "--noconfirm"],
  apk: ["add"],
};

export const PACKAGE_MANAGERS = Object.keys(INSTALL_ARGUMENTS);

export function binaryOf(tool) {
  return SYSTEM_TOOLS[tool].binary;
}

export function isNodeTooOld(version) {
  return isOlder(versionIn(version), OLDEST_NODE);
}

/** A version that names no number ("tmux master") is built from source, so newer than any release. */
export function isTmuxTooOld(versionLine) {
  const version = versionIn(versionLine);
  return version !== null && isOlder(version, OLDEST_TMUX);
}

/**
 * How to get a missing tool here:
 * - `run`: nobody to ask and nothing to ask for (root in a container)
 * - `ask`: a person can say yes
 * - `tell`: all we can do is to name the command
 */
export function installPlan(tool, { manager, isRoot, hasSudo, hasTerminal }) {
  if (manager === null) return { how: "tell", command: null };
  const install = [manager, ...INSTALL_ARGUMENTS[manager], SYSTEM_TOOLS[tool].packages[manager]];
  if (manager === "brew") return { how: hasTerminal ? "ask" : "tell", command: install };
  if (isRoot && manager === "apt-get") return { how: "run", command: install };
  if (isRoot) return { how: hasTerminal ? "ask" : "tell", command: install };
  return { how: hasTerminal && hasSudo ? "ask" : "tell", command: ["sudo", ...install] };
}

/**
 * What node_modules needs:
 * - `nothing`: setup finished with this lock file under this Node
 * - `verify`: the packages are those of the lock file, but nobody checked that the native one loads
 * - `install`: they are missing or others
 */
export function packagesPlan({ stamp, wantedStamp, lock, installedLock }) {
  if (stamp === wantedStamp) return "nothing";
  return installedLock !== null && isInstalled(lock, installedLock) ? "verify" : "install";
}

/** npm records what it installed in node_modules/.package-lock.json, without the root and what this platform leaves out. */
function isInstalled(lock, installedLock) {
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== "");
  const present = wanted.every(([path, entry]) => {
    const installed = installedLock.packages[path];
    return installed ? installed.version === entry.version : entry.optional === true;
  });
  return present && Object.keys(installedLock.packages).every((path) => path in lock.packages);
}

function versionIn(text) {
  const match = /(\d+)\.(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2])] : null;
}

function isOlder([major, minor], [oldestMajor, oldestMinor]) {
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
