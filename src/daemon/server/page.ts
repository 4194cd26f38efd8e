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
  ".woff2": "font/woff2",
};

/** A file of the built dashboard, or null. What is neither a file's name nor the API's is a place in the page. */
export function readPage(root: string, path: string, host: string): Response | null {
  const clean = normalize(path);
  if (clean.includes("..") || clean.includes("\0") || /^\/v1(\/|$)/.test(clean)) return null;
  const isFile = TYPES[extname(clean)] !== undefined;
  return readFile(root, isFile ? clean : "/index.html", host);
}

function readFile(root: string, path: string, host: string): Response | null {
  try {
    return new Response(readFileSync(join(root, path)), {
      headers: {
        "content-security-policy": policyFor(host),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-type": TYPES[extname(path)] ?? "application/octet-stream",
        "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      },
    });
  } catch {
    return null;
  }
}

/** `host` is one of our own names; not every browser takes 'self' for web sockets as well. */
function policyFor(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // the terminal makes style elements of its own, and without WebGL gives each cell its colours by an attribute
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
