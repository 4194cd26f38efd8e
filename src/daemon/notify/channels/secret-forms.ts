/** Shorter secrets would hide ordinary words. */
const LEAST = 6;
/** Paths may be shorter: with the slash they are not ordinary words. */
const MIN_PATH = 4;
const MIN_PART = 8;

/** All forms in which a secret may be repeated, longest first; of a URL also its path and parts that may be secret. */
export function secretForms(secret: string): string[] {
  const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)];
  const long = forms.filter(({ length }) => length >= LEAST);
  return [...new Set([...long, ...addressForms(secret)])].sort((one, other) => other.length - one.length);
}

function addressForms(text: string): string[] {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return [];
  const { href, pathname, search, searchParams } = new URL(text);
  const whole = [href, pathname + search, pathname].filter(({ length }) => length >= MIN_PATH);
  const written = search.slice(1).split(/[&=]/);
  const parts = [...pathname.split("/"), ...written, ...searchParams.values()];
  return [...whole, ...parts.filter(({ length }) => length >= MIN_PART)].flatMap((form) => [
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
