import { z } from "zod";

const NAME = String.raw`(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?`;
const SITE = new RegExp(`^(https?)://(${NAME})/?$`);
const HOST = new RegExp(`^${NAME}$`);
const USUAL_PORT = { http: /:80$/, https: /:443$/ } as const;

/** An origin as a browser writes it; empty for none. The page is at the root of its site. */
export const Site = z.string().transform((text, context) => {
  const site = text.trim() === "" ? "" : siteOf(text);
  if (site !== null) return site;
  context.addIssue({ code: "custom", message: `"${text}" is not an address such as https://agents.example.com` });
  return z.NEVER;
});

/** Origins: in TOML an array, everywhere a list separated by commas; a bare host means HTTPS. */
export const Sites = z.union([z.array(z.string()), z.string()]).transform((given, context) => {
  const words = (Array.isArray(given) ? given : given.split(",")).map((word) => word.trim());
  return words
    .filter((word) => word !== "")
    .map((word) => {
      const site = siteOf(HOST.test(word.toLowerCase()) ? `https://${word}` : word);
      if (site !== null) return site;
      context.addIssue({ code: "custom", message: `"${word}" is not a host such as agents.example.com` });
      return z.NEVER;
    });
});

function siteOf(text: string): string | null {
  const [, scheme, host] = SITE.exec(text.trim().toLowerCase()) ?? [];
  if (host === undefined) return null;
  // browsers omit the default port
  return `${scheme}://${host.replace(USUAL_PORT[scheme as "http" | "https"], "")}`;
}
