import {
  type Authenticator,
  credsAuthenticator,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";

/** `creds`: the contents of a credentials file. */
export function authenticatorOf(creds: string): Authenticator {
  // the library wants a line end after the last line, which the reader of the file has taken away
  if (creds.includes("BEGIN NATS USER JWT")) return credsAuthenticator(new TextEncoder().encode(`${creds}\n`));
  if (/^SU[A-Z2-7]{56}$/.test(creds)) return nkeyAuthenticator(new TextEncoder().encode(creds));
  const [, user = "", password = ""] = /^([^:\s]+):(.+)$/.exec(creds) ?? [];
  if (user === "")
    throw new Error("the credentials file holds neither NATS credentials, nor the seed of an nkey, nor user:password");
  return usernamePasswordAuthenticator(user, password);
}
