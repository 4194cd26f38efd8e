/** Names of highlight.js by the endings of files; those of `highlight.ts` only. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ...each("typescript", "ts tsx mts cts"),
  ...each("javascript", "js jsx mjs cjs"),
  ...each("json", "json jsonc json5"),
  ...each("python", "py pyi"),
  ...each("bash", "sh bash zsh"),
  ...each("c", "c h"),
  ...each("cpp", "cc cpp cxx hpp hh"),
  ...each("csharp", "cs"),
  ...each("css", "css"),
  ...each("scss", "scss"),
  ...each("go", "go"),
  ...each("java", "java"),
  ...each("kotlin", "kt kts"),
  ...each("lua", "lua"),
  ...each("markdown", "md markdown"),
  ...each("php", "php"),
  ...each("ruby", "rb rake"),
  ...each("rust", "rs"),
  ...each("sql", "sql"),
  ...each("swift", "swift"),
  ...each("ini", "toml ini cfg"),
  ...each("xml", "xml html htm svg vue svelte"),
  ...each("yaml", "yml yaml"),
]);

const NAMES: ReadonlyMap<string, string> = new Map([
  ["Dockerfile", "dockerfile"],
  ["Makefile", "makefile"],
]);

/** The language of a file by its name; null if its colours are not known. */
export function languageOf(path: string): string | null {
  const name = path.replace(/^.*\//, "");
  return NAMES.get(name) ?? LANGUAGES.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "") ?? null;
}

function each(language: string, endings: string): [string, string][] {
  return endings.split(" ").map((ending) => [ending, language]);
}
