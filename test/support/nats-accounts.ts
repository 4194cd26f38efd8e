import { nkeys } from "@nats-io/transport-node";

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** The configuration of a server that knows its users by credentials, and how to make these. */
export interface Accounts {
  config: string;
  /** The text of a credentials file. `expiresAt`: seconds since 1970; 0 for never. */
  credsOf(name: string, expiresAt: number): string;
}

/** Accounts as the tool `nsc` makes them: an operator vouches for the account, and the account for its users. */
export function makeAccounts(): Accounts {
  const [operator, system, account] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()];
  const accountToken = (key: KeyPair, name: string, storage: number) =>
    token(operator, key, name, {
      ...{ type: "account", version: 2 },
      limits: {
        ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
        ...{ mem_storage: storage, disk_storage: storage, streams: storage, consumer: storage },
      },
    });
  const config = [
    `operator: ${token(operator, operator, "operator", { type: "operator", version: 2 })}`,
    `system_account: ${system.getPublicKey()}`,
    "resolver: MEMORY",
    "resolver_preload: {",
    `  ${system.getPublicKey()}: ${accountToken(system, "system", 0)}`,
    `  ${account.getPublicKey()}: ${accountToken(account, "agtmux", -1)}`,
    "}",
  ].join("\n");
  return {
    config,
    credsOf(name, expiresAt) {
      const user = nkeys.createUser();
      const claims = { type: "user", version: 2, subs: -1, data: -1, payload: -1, pub: {}, sub: {} };
      const words = token(account, user, name, claims, expiresAt);
      return [
        ...["-----BEGIN NATS USER JWT-----", words, "------END NATS USER JWT------", ""],
        ...["-----BEGIN USER NKEY SEED-----", seedOf(user), "------END USER NKEY SEED------", ""],
      ].join("\n");
    },
  };
}

export function seedOf(key: KeyPair): string {
  return new TextDecoder().decode(key.getSeed());
}

function token(issuer: KeyPair, subject: KeyPair, name: string, nats: object, expiresAt = 0): string {
  const claims = {
    ...{
      jti: name,
      iat: Math.floor(Date.now() / 1_000),
      iss: issuer.getPublicKey(),
      name,
      sub: subject.getPublicKey(),
    },
    ...(expiresAt !== 0 && { exp: expiresAt }),
    nats,
  };
  const signed = [{ typ: "JWT", alg: "ed25519-nkey" }, claims].map((part) => base64(JSON.stringify(part))).join(".");
  return `${signed}.${base64(issuer.sign(new TextEncoder().encode(signed)))}`;
}

function base64(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
