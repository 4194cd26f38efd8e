import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync, constants as zlib } from "node:zlib";
import { ensureSetup, ROOT, SetupFault } from "./setup.mjs";
import { tomlModules } from "./toml-modules.mjs";
import { triedVersions } from "./tried-versions.mjs";

const DIST = join(ROOT, "dist");
/** Built here and then swapped in, so that a running agtmux finds the old bundles or the new ones, never a mix. */
const NEXT = join(ROOT, ".build", "dist-next");
const PREVIOUS = join(ROOT, ".build", "dist-previous");
const STAMP = ".stamp";
const HEAD = join(ROOT, "scripts", "bundle-head.cjs");
const COMMANDS_LIMIT_KB = 150;
const PAGE_LIMIT_KB = 300;
const COMPRESSED = new Set([".html", ".js", ".css", ".svg", ".json", ".webmanifest"]);

/** Builds dist/ unless it was already built from the same sources. */
export async function ensureBuilt() {
  const wanted = hashSources();
  if (builtStamp() === wanted) return;
  await build(wanted);
}

/** The id of the build in dist/, or null if there is none. The daemon reports the one it runs from. */
export function builtStamp() {
  const path = join(DIST, STAMP);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

async function build(stamp) {
  const startedAt = Date.now();
  console.log("… building agtmux");
  rmSync(NEXT, { recursive: true, force: true });
  mkdirSync(NEXT, { recursive: true });
  const bundles = [...(await bundleForNode()), ...(await bundleClient())];
  await bundleForBrowser();
  compressPage(join(NEXT, "web"));
  // `agtmux run` is sh, and must work before a daemon has installed it
  copyFileSync(join(ROOT, "src", "remote", "agtmux.sh"), join(NEXT, "agtmux.sh"));
  // loaded when the first command is judged by a rule
  copyFileSync(join(ROOT, "node_modules", "sh-syntax", "main.wasm"), join(NEXT, "sh-syntax.wasm"));
  writeFileSync(join(NEXT, STAMP), stamp);
  swapIn();
  reportSizes(bundles);
  console.log(`✓ built agtmux (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
}

function bundleForNode() {
  return bundle({
    entryPoints: nodeEntries(),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    banner: { js: readFileSync(HEAD, "utf8") },
    // scripts for other machines are bundled as text
    loader: { ".sh": "text" },
    // sh-syntax looks for its own file by it, and we give it the file
    logOverride: { "empty-import-meta": "silent" },
  });
}

/** The bundle behind `import … from "agtmux/client"`. */
function bundleClient() {
  return bundle({
    entryPoints: { client: "src/client-node/connect.ts" },
    outExtension: { ".js": ".mjs" },
    format: "esm",
  });
}

async function bundle(options) {
  const esbuild = await import("esbuild");
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const result = await esbuild.build({
    absWorkingDir: ROOT,
    outdir: NEXT,
    bundle: true,
    platform: "node",
    target: "node22",
    charset: "utf8",
    define: {
      __AGTMUX_VERSION__: JSON.stringify(version),
      __AGTMUX_TRIED__: JSON.stringify(triedVersions(ROOT)),
    },
    metafile: true,
    plugins: [tomlModules],
    logLevel: "warning",
    ...options,
  });
  return Object.entries(result.metafile.outputs).map(([path, output]) => ({ name: basename(path), ...output }));
}

function nodeEntries() {
  const lazyCommands = join(ROOT, "src", "cli", "bundles");
  const names = existsSync(lazyCommands) ? readdirSync(lazyCommands).filter(isSourceFile) : [];
  return {
    cli: "src/cli/start/main.ts",
    commands: "src/cli/main.ts",
    daemon: "src/daemon/main.ts",
    backup: "src/daemon/backup/main.ts",
    search: "src/daemon/search/main.ts",
    nats: "src/daemon/fleet/connect-nats.ts",
    "mcp-http": "src/mcp/http-sessions.ts",
    "demo-agent": "src/cli/demo/main.ts",
    ...Object.fromEntries(names.map((name) => [basename(name, ".ts"), `src/cli/bundles/${name}`])),
  };
}

async function bundleForBrowser() {
  const vite = await import("vite");
  await vite.build({
    configFile: join(ROOT, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: join(NEXT, "web"), emptyOutDir: true },
  });
}

/** Writes compressed copies beside the page's files; images are compressed already. */
function compressPage(webRoot) {
  const files = readdirSync(webRoot, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    if (!COMPRESSED.has(extname(name))) continue;
    const path = join(parentPath, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

function swapIn() {
  rmSync(PREVIOUS, { recursive: true, force: true });
  if (existsSync(DIST)) renameSync(DIST, PREVIOUS);
  renameSync(NEXT, DIST);
  rmSync(PREVIOUS, { recursive: true, force: true });
}

function reportSizes(bundles) {
  for (const { name, bytes } of bundles) console.log(`  dist/${name}  ${kilobytes(bytes)} KB`);
  const assets = join(DIST, "web", "assets");
  for (const name of readdirSync(assets).filter((each) => COMPRESSED.has(extname(each)))) {
    const [plain, sent] = [name, `${name}.br`].map((each) => kilobytes(statSync(join(assets, each)).size));
    console.log(`  dist/web/assets/${name}  ${plain} KB, ${sent} KB compressed`);
  }
  reportFirstLoad(join(DIST, "web"));
  const commands = bundles.find(({ name }) => name === "commands.cjs");
  if (kilobytes(commands.bytes) <= COMMANDS_LIMIT_KB) return;
  const largest = Object.entries(commands.inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
  console.warn(
    `! dist/commands.cjs is over ${COMMANDS_LIMIT_KB} KB, which every agtmux command loads. Its largest parts:`,
  );
  for (const [path, { bytesInOutput }] of largest.slice(0, 5))
    console.warn(`  ${kilobytes(bytesInOutput)} KB  ${path}`);
}

/** Size of the first load: the index and the files that it references, compressed. */
function reportFirstLoad(webRoot) {
  const index = readFileSync(join(webRoot, "index.html"), "utf8");
  const named = [...index.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  const sent = (path) => statSync(join(webRoot, COMPRESSED.has(extname(path)) ? `${path}.gz` : path)).size;
  const total = kilobytes(["/index.html", ...named].reduce((sum, path) => sum + sent(path), 0));
  console.log(`  the page's first load  ${total} KB compressed`);
  if (total > PAGE_LIMIT_KB) console.warn(`! the page's first load is over ${PAGE_LIMIT_KB} KB compressed`);
}

/** Hashes everything that affects the build; tests do not. */
function hashSources() {
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSourceFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const inputs = [
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "scripts/build.mjs",
    "scripts/bundle-head.cjs",
    "scripts/toml-modules.mjs",
  ];
  const hash = createHash("sha256");
  for (const path of [...sources, ...inputs.map((name) => join(ROOT, name))].sort()) {
    hash
      .update(`${path.slice(ROOT.length)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

function isSourceFile(name) {
  return !/\.(test|fuzz)\.tsx?$/.test(name);
}

function kilobytes(bytes) {
  return Math.round(bytes / 1024);
}

/** `npm run build` also works in a fresh clone. */
async function buildByHand() {
  try {
    await ensureSetup([]);
    await build(hashSources());
  } catch (error) {
    if (!(error instanceof SetupFault)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await buildByHand();
