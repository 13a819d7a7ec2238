import * as z from 'zod/mini';
import { toOneLine } from './fields.ts';
import { plateKey } from './plates.ts';

/** Where plates and people can be searched for, with the names used in the search log. */
export const searchPages = {
  ledger: 'Ledger',
  ledger_file: 'Ledger, CSV',
  drivers: 'Drivers',
  visitors: 'Visitors',
  valet: 'Valet',
  violations: 'Violations',
  driver_log: 'Driver Log',
  plate_searches: 'Plate Searches',
  plate_searches_file: 'Plate Searches, CSV',
  watched_plates: 'Watched Plates',
  plate_checks: 'Check a Plate',
  violations_written: 'Check a Plate, violation',
} as const;
export type SearchPage = keyof typeof searchPages;

/** A call that searches for a plate or a person. Each search is logged before it is answered. */
export interface LoggedSearch {
  page: SearchPage;
  /** The field of the query or body with the search term. */
  field: string;
  /** Matches whole plates only, so that one or two characters count as a search too. */
  exact?: true;
}

/** Minimum letters and digits of a partial search; fewer don't count as a search for anyone. */
export const minSearchCharacters = 3;
/** Maximum characters of a search that are stored. */
export const maxSearchCharacters = 200;

const firstCharacters = (text: string) => Array.from(text).slice(0, maxSearchCharacters).join('');

/** How searches are compared: like plates. */
export const toSearchKey = (term: string) => firstCharacters(plateKey(term));

/** A call's search term and its comparison key; null if it searches for nobody. */
export function readSearch({ field, exact }: LoggedSearch, query: object) {
  const value: unknown = (query as Record<string, unknown>)[field];
  if (typeof value !== 'string') return null;
  const key = toSearchKey(value);
  if (key.length < (exact ? 1 : minSearchCharacters)) return null;
  return { term: firstCharacters(value.trim()), key };
}

/** The purposes that a search can have. */
export const searchPurposes = {
  charge: 'A driver asks about a charge',
  violation: 'Violation or appeal',
  lost_car: 'Lost or stolen car',
  police: 'Request from the police',
  camera: 'Checking a camera',
  other: 'Other',
} as const;
export type SearchPurpose = keyof typeof searchPurposes;
export const searchPurposeNames = Object.keys(searchPurposes) as [
  SearchPurpose,
  ...SearchPurpose[],
];

/** A purpose, with a note if it isn't in the list. */
export interface StatedPurpose {
  purpose: SearchPurpose;
  note: string | null;
}

/** The request header with the purpose of a search. */
export const searchPurposeHeader = 'x-search-purpose';
/** Minutes that a stated purpose stays valid for a person in an organization. */
export const purposeMinutes = 30;
/** Maximum characters of another purpose's note. */
export const maxPurposeNote = 200;

export const searchMessages = {
  purposeRequired:
    'This organization asks why you search for a plate or person. State a purpose, and search again.',
  purpose: `Must be ${searchPurposeNames.filter((name) => name !== 'other').join(', ')}, or “other: ” and what for, percent-encoded where it isn’t ASCII.`,
  notLogged:
    'Searches for plates and people are recorded, and this one can’t be right now. Try again in a minute.',
} as const;

const unstorable = /[\u0000-\u001f\u007f\p{Cs}]/u;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Parses the purpose header; null if it isn’t valid. */
export function parsePurpose(header: string): StatedPurpose | null {
  const [, name = '', words] = /^([a-z_]+)(?::(.*))?$/.exec((decode(header) ?? '').trim()) ?? [];
  const purpose = searchPurposeNames.find((known) => known === name);
  if (!purpose) return null;
  if (purpose !== 'other') return words === undefined ? { purpose, note: null } : null;
  const note = toOneLine(words ?? '').trim();
  const isNote = note.length > 0 && note.length <= maxPurposeNote && !unstorable.test(note);
  return isNote ? { purpose, note } : null;
}

/** Formats a purpose for the header. */
export const formatPurpose = ({ purpose, note }: StatedPurpose) =>
  encodeURIComponent(note === null ? purpose : `${purpose}: ${note}`);

/** The purpose header, for the API reference. */
export const searchHeaders = z.looseObject({ [searchPurposeHeader]: z.optional(z.string()) });
