import * as z from 'zod/mini';
import { withoutDirectionMarks } from './fields.ts';
import { plateKey } from './plates.ts';

/** Where plates and people can be searched for, as the log of searches names it. */
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
} as const;
export type SearchPage = keyof typeof searchPages;

/** A call that searches for a plate or a person, so that each search is logged before it is answered. */
export interface LoggedSearch {
  page: SearchPage;
  /** The field of the query that has what is searched for. */
  field: string;
  /** Only whole plates are found, so that one or two characters are a search too. */
  exact?: true;
}

/** Letters and digits that a search by a part of a plate or name has at least; fewer are no search for anyone. */
export const minSearchCharacters = 3;
/** Characters of a search that are kept. */
export const maxSearchCharacters = 200;

const firstCharacters = (text: string) => Array.from(text).slice(0, maxSearchCharacters).join('');

/** What a search is compared by, as plates are. */
export const toSearchKey = (term: string) => firstCharacters(plateKey(term));

/** What a call searches for and how that is compared; null when it searches for nobody. */
export function readSearch({ field, exact }: LoggedSearch, query: object) {
  const value: unknown = (query as Record<string, unknown>)[field];
  if (typeof value !== 'string') return null;
  const key = toSearchKey(value);
  if (key.length < (exact ? 1 : minSearchCharacters)) return null;
  return { term: firstCharacters(value.trim()), key };
}

/** Why people search for a plate, a name or a number. */
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

/** A purpose, with the words of one that isn't in the list. */
export interface StatedPurpose {
  purpose: SearchPurpose;
  note: string | null;
}

/** The header with the purpose of a call. */
export const searchPurposeHeader = 'x-search-purpose';
/** How long a stated purpose holds for its person in an organization. */
export const purposeMinutes = 30;
/** Characters of the words of another purpose. */
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

/** Reads a purpose as the header has it; null when it isn’t one. */
export function parsePurpose(header: string): StatedPurpose | null {
  const [, name = '', words] = /^([a-z_]+)(?::(.*))?$/.exec((decode(header) ?? '').trim()) ?? [];
  const purpose = searchPurposeNames.find((known) => known === name);
  if (!purpose) return null;
  if (purpose !== 'other') return words === undefined ? { purpose, note: null } : null;
  const note = withoutDirectionMarks(words ?? '').trim();
  const isNote = note.length > 0 && note.length <= maxPurposeNote && !unstorable.test(note);
  return isNote ? { purpose, note } : null;
}

/** A purpose as the header has it. */
export const formatPurpose = ({ purpose, note }: StatedPurpose) =>
  encodeURIComponent(note === null ? purpose : `${purpose}: ${note}`);

/** The header of a purpose, as the API reference has it. */
export const searchHeaders = z.looseObject({ [searchPurposeHeader]: z.optional(z.string()) });
