/** A text as a TOML value: JSON's escapes, and those characters that JSON leaves alone and TOML does not allow. */
export function tomlString(text: string): string {
  const wellFormed = text.replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "�");
  return JSON.stringify(wellFormed).replaceAll("\u007f", "\\u007f");
}
