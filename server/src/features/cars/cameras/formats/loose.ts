import { toOneLine } from '@lotkeeper/contract/kernel/fields';
import { plateCountries } from '@lotkeeper/contract/kernel/places';
import { isPlaceholder, plateKey } from '@lotkeeper/contract/kernel/plates';
import { stateNamed } from '@lotkeeper/contract/kernel/state-names';
import { decodeBase64 } from '../../../../kernel/http/base64.ts';
import type { Box } from '../../../../records/cars/plate-reads.ts';

/** An object of unknown shape. */
export type Loose = Readonly<Record<string, unknown>>;

/** The value as an object; empty when it isn’t one. */
export const toObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};

/** The value as a list; a single value becomes a list of one. */
export const toList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

export const toFirstObject = (value: unknown): Loose => toObject(toList(value)[0]);

/** The value of an XML element, without its attributes. */
const withoutAttributes = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && '#text' in value ? value['#text'] : value;

/** Text, or a number as text: trimmed, up to `max` characters, without any that can't be stored; null when empty. */
export function toText(given: unknown, max = 80): string | null {
  const value = withoutAttributes(given);
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = toOneLine(
    String(value)
      .toWellFormed()
      .replace(/\p{Cc}/gu, ' '),
  )
    .trim()
    .slice(0, max)
    .toWellFormed();
  return text || null;
}

/** Text with a meaning: senders write `unknown` for missing values, and `vehicle` for any vehicle. */
export function unlessUnknown(value: unknown): string | null {
  const text = toText(value);
  return text === null || /^(unknown?|vehicle)$/i.test(text) ? null : text;
}

/** A number, also from text; null when it isn’t one. */
export function toNumber(given: unknown): number | null {
  const value = withoutAttributes(given);
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export const isYes = (value: unknown) => value === true || value === 1 || value === 'true';

/** A confidence from 0 to 1; values above 1 are percentages. */
export function toConfidence(value: unknown): number | null {
  const number = toNumber(value);
  if (number === null || number < 0) return null;
  return Math.min(1, number > 1 ? number / 100 : number);
}

/** The maximum letters and digits of a plate. */
const maxPlateCharacters = 12;

/** A plate in capitals; null when there is none, or it's too long. */
export function toPlate(value: unknown): string | null {
  const text = toText(value, 20);
  if (text === null || isPlaceholder(text)) return null;
  return plateKey(text).length > maxPlateCharacters ? null : text.toUpperCase();
}

const longNames: Record<string, string> = { USA: 'US', MEX: 'MX', CAN: 'CA' };

/** A country by two letters, or by three if its plates are supported. */
export function toCountry(value: unknown): string | null {
  const text = toText(value, 20)?.toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(text) ? text : (longNames[text] ?? null);
}

/** Country and state of `us-ca`, `us`, or `CA`; a state alone belongs to the first country that has it. */
export function toRegion(value: unknown): { country: string | null; state: string | null } {
  const [first = '', second = ''] = (toText(value, 20) ?? '').toUpperCase().split(/[-_ ]/);
  if (second) {
    return { country: toCountry(first), state: /^[A-Z]{2}$/.test(second) ? second : null };
  }
  return { country: toCountry(first), state: null };
}

/** The state of a plate by its code or its name, if the country has it. */
export function stateIn(country: string | null, value: unknown): string | null {
  const text = toText(value) ?? '';
  const known = plateCountries.find((plateCountry) => plateCountry === country);
  if (known) return stateNamed(text, known)?.state ?? null;
  return /^[A-Z]{2}$/i.test(text) ? text.toUpperCase() : null;
}

/** A box from its corners; null unless all are numbers and it has an area. */
export function toBox(left: unknown, top: unknown, right: unknown, bottom: unknown): Box | null {
  const [x, y, x2, y2] = [left, top, right, bottom].map(toNumber);
  if (typeof x !== 'number' || typeof y !== 'number') return null;
  if (typeof x2 !== 'number' || typeof y2 !== 'number' || x2 <= x || y2 <= y) return null;
  return { x, y, width: x2 - x, height: y2 - y };
}

/** The bytes of an image in base64, plain or as a data URL; null when it isn’t one. */
export function pictureIn(value: unknown): Uint8Array | null {
  if (typeof value !== 'string' || value.length < 40) return null;
  const text = value.replace(/^data:[\w/+.-]+;base64,/, '');
  const bytes = decodeBase64(text);
  if (bytes) return bytes;
  // A URL from the sender is never fetched.
  return /^[A-Za-z0-9+/_=\s-]+$/.test(text) ? Buffer.from(text, 'base64') : null;
}
