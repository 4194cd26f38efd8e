import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

const HEADERS = {
  "content-security-policy":
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** A file of the built dashboard, or null. */
export function readPage(root: string, path: string): Response | null {
  const clean = normalize(path === "/" ? "/index.html" : path);
  if (clean.includes("..") || clean.includes("\0")) return null;
  try {
    const type = TYPES[extname(clean)];
    if (type === undefined) return null;
    const hashed = clean.startsWith("/assets/");
    return new Response(readFileSync(join(root, clean)), {
      headers: {
        ...HEADERS,
        "content-type": type,
        "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
      },
    });
  } catch {
    return null;
  }
}
