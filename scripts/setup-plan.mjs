/** Decides what setup has to do, without side effects. */

/** The first 22 whose node:sqlite suffices for the store. Also in package.json, pick-node.sh and bundle-head.cjs. */
export const OLDEST_NODE = [22, 16];
/** Exit code of E_NODE_UNFIT: Node is missing or too old. */
export const NODE_UNFIT = 26;
export const OLDEST_TMUX = [3, 2];

const INSTALL_ARGUMENTS = {
  "apt-get": ["install", "-y"],
  brew: ["install"],
  dnf: ["install", "-y"],
  pacman: ["-S", "--noconfirm"],
  apk: ["add"],
};

export const PACKAGE_MANAGERS = Object.keys(INSTALL_ARGUMENTS);

/** Tools beyond npm: the binary, and its package per package manager. */
const SYSTEM_TOOLS = {
  tmux: { binary: "tmux", packages: everywhere("tmux") },
  chromium: { binary: "chromium", packages: everywhere("chromium") },
  ps: {
    binary: "ps",
    packages: { "apt-get": "procps", dnf: "procps-ng", pacman: "procps-ng", apk: "procps" },
  },
  ssh: {
    binary: "ssh",
    packages: { "apt-get": "openssh-client", dnf: "openssh-clients", pacman: "openssh", apk: "openssh-client" },
  },
  sshd: {
    binary: "sshd",
    packages: { "apt-get": "openssh-server", dnf: "openssh-server", pacman: "openssh", apk: "openssh-server" },
    // on systems that start services, its package opens port 22 to the network
    startsService: true,
  },
  ip: {
    binary: "ip",
    packages: { "apt-get": "iproute2", dnf: "iproute", pacman: "iproute2", apk: "iproute2" },
  },
  faketime: {
    binary: "faketime",
    packages: { "apt-get": "faketime", dnf: "libfaketime", pacman: "libfaketime", apk: "libfaketime" },
  },
  inotifywait: {
    binary: "inotifywait",
    packages: { "apt-get": "inotify-tools", dnf: "inotify-tools", pacman: "inotify-tools", apk: "inotify-tools" },
  },
  "nats-server": {
    binary: "nats-server",
    // Fedora has none
    packages: { "apt-get": "nats-server", brew: "nats-server", pacman: "nats-server", apk: "nats-server" },
    // on systems that start services, its package opens port 4222 to the network
    startsService: true,
  },
  fzf: { binary: "fzf", packages: everywhere("fzf") },
  jq: { binary: "jq", packages: everywhere("jq") },
  zsh: { binary: "zsh", packages: everywhere("zsh") },
  fish: { binary: "fish", packages: everywhere("fish") },
  tcsh: { binary: "tcsh", packages: everywhere("tcsh") },
  busybox: { binary: "busybox", packages: { "apt-get": "busybox", dnf: "busybox", pacman: "busybox", apk: "busybox" } },
  "notify-send": {
    binary: "notify-send",
    packages: { "apt-get": "libnotify-bin", dnf: "libnotify", pacman: "libnotify", apk: "libnotify" },
  },
  "dbus-daemon": {
    binary: "dbus-daemon",
    packages: { "apt-get": "dbus", dnf: "dbus-daemon", pacman: "dbus", apk: "dbus" },
  },
};

/**
 * Tools for tests of the dashboard, of the plugin and completions, of commands in documents, of remote machines (each a real sshd with its own
 * network and clock), of desktop notifications, and of fleets.
 */
export const TEST_TOOLS = [
  ...["chromium", "fzf", "jq", "zsh", "fish", "tcsh", "busybox", "ps", "ssh", "sshd", "ip", "faketime", "inotifywait"],
  ...["notify-send", "dbus-daemon", "nats-server"],
];

export function binaryOf(tool) {
  return SYSTEM_TOOLS[tool].binary;
}

export function isNodeTooOld(version) {
  return isOlder(versionIn(version), OLDEST_NODE);
}

/** A version without a number ("tmux master") is built from source, so newer than any release. */
export function isTmuxTooOld(versionLine) {
  const version = versionIn(versionLine);
  return version !== null && isOlder(version, OLDEST_TMUX);
}

export function startsService(tool) {
  return SYSTEM_TOOLS[tool].startsService === true;
}

/** Whether the system has a package for it: `ip` and faketime are for Linux, and macOS has its own sshd. */
export function isPackaged(tool, manager) {
  return manager === null || SYSTEM_TOOLS[tool].packages[manager] !== undefined;
}

/**
 * How to install missing tools:
 * - `run`: without asking (root in a container)
 * - `ask`: a person can confirm
 * - `tell`: only print the command
 */
export function installPlan(tools, { manager, isRoot, hasSudo, hasTerminal, hasServices }) {
  if (manager === null) return { how: "tell", command: null };
  const packages = new Set(tools.map((tool) => SYSTEM_TOOLS[tool].packages[manager]));
  const install = [manager, ...INSTALL_ARGUMENTS[manager], ...packages];
  const askIfPossible = hasTerminal ? "ask" : "tell";
  if (manager === "brew") return { how: askIfPossible, command: install };
  if (!isRoot) return { how: hasSudo ? askIfPossible : "tell", command: ["sudo", ...install] };
  const isHarmless = !hasServices || !tools.some(startsService);
  return { how: manager === "apt-get" && isHarmless ? "run" : askIfPossible, command: install };
}

/**
 * Decides what to do with node_modules:
 * - `nothing`: setup finished with this lock file on this kind of machine
 * - `record`: the packages match the lock file, but were installed otherwise
 * - `install`: packages are missing or differ
 */
export function packagesPlan({ stamp, wantedStamp, lock, installedLock, machine }) {
  if (stamp === wantedStamp) return "nothing";
  return installedLock !== null && isInstalled(lock, installedLock, machine) ? "record" : "install";
}

/** npm records installed packages in node_modules/.package-lock.json, without the root and those for other machines. */
export function isInstalled(lock, installedLock, machine) {
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== "");
  const present = wanted.every(([path, entry]) => {
    const installed = installedLock.packages[path];
    return installed ? installed.version === entry.version : entry.optional === true && !isBinaryFor(entry, machine);
  });
  return present && Object.keys(installedLock.packages).every((path) => path in lock.packages);
}

/** Whether an entry of a lock file contains a binary for this machine. */
export function isBinaryFor({ os, cpu, libc }, machine) {
  const isAmong = (named, own) => named === undefined || [named].flat().includes(own);
  const isBinary = os !== undefined && cpu !== undefined;
  return isBinary && isAmong(os, machine.platform) && isAmong(cpu, machine.arch) && isAmong(libc, machine.libc);
}

function versionIn(text) {
  const match = /(\d+)\.(\d+)/.exec(text);
  return match ? [Number(match[1]), Number(match[2])] : null;
}

function isOlder([major, minor], [oldestMajor, oldestMinor]) {
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

function everywhere(name) {
  return Object.fromEntries(PACKAGE_MANAGERS.map((manager) => [manager, name]));
}
