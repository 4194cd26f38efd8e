/** Shorter ones would blot out ordinary words. */
const LEAST = 6;
/** With its slash a path is no ordinary word. */
const LEAST_PATH = 4;
const LEAST_PART = 8;

/** Every way in which somebody may repeat a secret, longest first. Of an address also its path, and each part that may be the secret one. */
export function secretForms(secret: string): string[] {
  const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)];
  const long = forms.filter(({ length }) => length >= LEAST);
  return [...new Set([...long, ...addressForms(secret)])].sort((one, other) => other.length - one.length);
}

function addressForms(text: string): string[] {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return [];
  const { href, pathname, search, searchParams } = new URL(text);
  const whole = [href, pathname + search, pathname].filter(({ length }) => length >= LEAST_PATH);
  const written = search.slice(1).split(/[&=]/);
  const parts = [...pathname.split("/"), ...written, ...searchParams.values()];
  return [...whole, ...parts.filter(({ length }) => length >= LEAST_PART)].flatMap((form) => [
    form,
    decoded(form),
    form.replaceAll("/", "\\/"),
  ]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
