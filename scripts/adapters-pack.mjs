// Makes and signs a pack of agent files, for `agtmux adapters update`.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";

const USAGE = `npm run adapters:pack -- --new-key KEY.pem
  makes a key, and prints its public half, for the setting pack_keys
npm run adapters:pack -- --key KEY.pem --version N --out PACK.json FOLDER
  packs each NAME.toml in FOLDER with its screens NAME/CASE.STATE.txt (and .title)`;

/** As in src/core/pack/pack.ts. */
const ENGINE = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "new-key": { type: "string" },
    key: { type: "string" },
    version: { type: "string" },
    out: { type: "string" },
  },
});

if (values["new-key"] !== undefined) {
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(values["new-key"], privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
  console.log(publicHalf(privateKey));
} else {
  const [folder] = positionals;
  const version = Number(values.version);
  if (folder === undefined || !values.key || !values.out || !Number.isInteger(version)) {
    console.error(USAGE);
    process.exit(2);
  }
  const key = createPrivateKey(readFileSync(values.key));
  const agents = readdirSync(folder)
    .filter((name) => name.endsWith(".toml"))
    .sort()
    .map((name) => agentIn(folder, name.replace(/\.toml$/, "")));
  const body = JSON.stringify({ version, made_at: new Date().toISOString(), engine: ENGINE, agents });
  const signature = sign(null, Buffer.from(body, "utf8"), key).toString("base64");
  writeFileSync(values.out, `${JSON.stringify({ agtmux_pack: 1, body, signature })}\n`);
  console.log(
    `${values.out}: pack ${version} with ${agents.map(({ name }) => name).join(", ")}, signed by ${publicHalf(key)}`,
  );
}

/** The last 32 bytes of its DER form are the key itself. */
function publicHalf(privateKey) {
  const der = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return der.subarray(-32).toString("base64");
}

function agentIn(folder, name) {
  const file = readFileSync(join(folder, `${name}.toml`), "utf8");
  const tried = /^newest *= *["']([^"']+)["']/m.exec(file)?.[1] ?? "";
  return { name, tried, file, screens: screensIn(join(folder, name)) };
}

function screensIn(folder) {
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.flatMap((file) => {
    const [, name, state] = /^(.+)\.(\w+)\.txt$/.exec(file) ?? [];
    if (name === undefined) return [];
    const title = join(folder, `${name}.${state}.title`);
    return {
      name,
      state,
      text: stripVTControlCharacters(readFileSync(join(folder, file), "utf8")),
      title: existsSync(title) ? readFileSync(title, "utf8").trimEnd() : "",
    };
  });
}
