/** `*` matches any text, `?` one character; everything else is literal. */
export function matchesGlob(glob: string, text: string): boolean {
  const pattern = [...glob].map((char) => (char === "*" ? ".*" : char === "?" ? "." : literally(char))).join("");
  return new RegExp(`^${pattern}$`, "su").test(text);
}

function literally(char: string): string {
  return char.replace(/[\\^$.|+()[\]{}/]/u, "\\$&");
}
