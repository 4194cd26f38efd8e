/** A value for TOML: JSON's escapes are TOML's, but for what JSON leaves as it is and TOML does not allow. */
export function tomlString(text: string): string {
  const wellFormed = text.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "�");
  return JSON.stringify(wellFormed).replaceAll("\u007f", "\\u007f");
}
