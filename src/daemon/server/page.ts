import { createHash } from "node:crypto";
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

/** Compressed variants that the build writes beside a file, smallest first. */
const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/** Headers of a request for the page. */
export interface PageRequest {
  path: string;
  host: string;
  /** Accept-Encoding. */
  accepts: string | null;
  /** If-None-Match. */
  knows: string | null;
}

/** A file of the built dashboard, or null. Paths outside the API that name no file are routes of the page. */
export function readPage(root: string, request: PageRequest): Response | null {
  const clean = normalize(request.path);
  if (clean.includes("..") || clean.includes("\0") || /^\/(v1(\/|$)|metrics$)/.test(clean)) return null;
  const isFile = TYPES[extname(clean)] !== undefined;
  return readFile(root, isFile ? clean : "/index.html", request);
}

function readFile(root: string, path: string, { host, accepts, knows }: PageRequest): Response | null {
  const found = find(join(root, path), accepts);
  if (found === null) return null;
  const { body, encoding } = found;
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  const headers = new Headers({
    "content-security-policy": policyFor(host),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-type": TYPES[extname(path)] ?? "application/octet-stream",
    // asset names contain a content hash
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    etag,
  });
  if (names(knows, etag)) return new Response(null, { status: 304, headers });
  headers.set("content-length", String(body.length));
  if (encoding !== null) headers.set("content-encoding", encoding);
  return new Response(body, { headers });
}

/** The smallest variant that the browser accepts; the build may have no compressed ones. */
function find(path: string, accepts: string | null): { body: Buffer<ArrayBuffer>; encoding: string | null } | null {
  for (const { name, suffix } of ENCODINGS) {
    const body = takes(accepts, name) ? read(path + suffix) : null;
    if (body !== null) return { body, encoding: name };
  }
  const body = read(path);
  return body === null ? null : { body, encoding: null };
}

function read(path: string): Buffer<ArrayBuffer> | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/** Whether an Accept-Encoding such as `br, gzip;q=0` accepts this encoding. */
function takes(accepts: string | null, encoding: string): boolean {
  return (accepts ?? "").split(",").some((word) => {
    const [name = "", ...parameters] = word.split(";").map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Weak comparison: a proxy may have made the tag weak. */
function names(knows: string | null, etag: string): boolean {
  return (knows ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

/** `host` is listed because some browsers do not apply 'self' to web sockets. */
function policyFor(host: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // the terminal creates style elements, and without WebGL sets cell colours by style attributes
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
