/** Milliseconds of an ISO 8601 time with a zone, or null. Implemented here because core has no Date. */
export function parseTime(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31 || Number(hour) > 24) return null;
  const days = daysSinceEpoch(Number(year), Number(month), Number(day));
  const secondsOfDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second ?? 0);
  const millis = fraction === undefined ? 0 : Number(`0.${fraction}`) * 1000;
  return days * 86_400_000 + secondsOfDay * 1000 + millis - zoneMillis(zone ?? "Z");
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}:?\d{2})$/i;

function zoneMillis(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const sign = zone.startsWith("-") ? -1 : 1;
  const digits = zone.replace(/\D/g, "");
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}

/** Days from 1970-01-01, counting years from March so that the leap day comes last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
