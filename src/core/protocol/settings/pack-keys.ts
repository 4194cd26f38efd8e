import { z } from "zod";

/** Public keys (Ed25519, 32 bytes in base64) with commas between. */
export const PackKeys = z.string().transform((text, context) => {
  const keys = text.split(",").flatMap((each) => each.trim() || []);
  for (const key of keys)
    if (!/^[A-Za-z0-9+/]{43}=$/.test(key))
      context.addIssue({ code: "custom", message: `"${key}" is no public key: 44 characters that end with =` });
  return keys;
});
