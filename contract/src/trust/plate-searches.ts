import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { cursorPageSchema } from '../kernel/paging.ts';
import { toSearchKey } from '../kernel/searches.ts';

/** Searches per page. */
export const plateSearchPageSize = 50;

/** One search, including repetitions and extensions of it typed shortly after. */
export const plateSearch = z.object({
  pk: z.int(),
  person: z.object({ pk: z.int(), name: z.string(), superuser: z.boolean() }),
  searched_at: z.int(),
  last_searched_at: z.int(),
  /** A name from `searchPages`; a newer server may send others. */
  page: z.string(),
  spot: z.nullable(z.object({ pk: z.int(), name: z.string() })),
  term: z.string(),
  typed_from: z.nullable(z.string()),
  /** A name from `searchPurposes`; null = none was stated. */
  purpose: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type PlateSearch = z.infer<typeof plateSearch>;

const byOrganization = z.strictObject({ id: pkOrUuidText });

const filterFields = {
  person: z.optional(pkText),
  search: z.optional(
    text(40).check(
      z.refine((term) => toSearchKey(term) !== '', 'Must contain a letter or a digit.'),
    ),
  ),
};
const filter = z.strictObject(filterFields);
export type PlateSearchFilter = z.output<typeof filter>;

export const listPlateSearches = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/plate_searches/',
  summary: 'Searches for plates and people: by whom, when, where and why, newest first',
  access: inOrganization('params.id', adminOnly),
  logs: { page: 'plate_searches', field: 'search' },
  events: [],
  params: byOrganization,
  query: z.strictObject({ ...filterFields, cursor: z.optional(pkText) }),
  answer: cursorPageSchema(plateSearch),
  failure: 'Could not fetch the plate searches',
});

export const downloadPlateSearches = endpoint({
  method: 'GET',
  path: '/api/downloads/plate_searches/:id/',
  summary: 'The log of searches for plates and people as CSV, newest first',
  access: inOrganization('params.id', adminOnly),
  logs: { page: 'plate_searches_file', field: 'search' },
  params: byOrganization,
  query: filter,
  file: 'text/csv',
  failure: 'Could not download the plate searches',
});

export const listPlateSearchers = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/plate_searches/people/',
  summary: 'Everyone who is in the log of searches, by name',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: z.array(z.object({ pk: z.int(), name: z.string() })),
  failure: 'Could not fetch who searched',
});

const searchSettings = z.object({ asks_purpose: z.boolean() });

export const getSearchSettings = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/search_settings/',
  summary: 'Whether people state a purpose before they search for a plate or person',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: searchSettings,
  failure: 'Could not fetch whether a purpose is asked for',
});

export const setSearchSettings = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id/search_settings/',
  summary: 'Sets whether people state a purpose before they search for a plate or person',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  body: z.strictObject({ asks_purpose: z.boolean() }),
  answer: searchSettings,
  failure: 'Could not change whether a purpose is asked for',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  search: [
    'Only searches that may have found this plate, name or number, and those that begin with it.',
    'ABC123',
  ],
  'plateSearch.pk': 'The number of the row.',
  person: ['Only searches of this person, by their number.', '7'],
  'plateSearch.person': 'Who searched.',
  name: ['Their name.', 'Ana Ruiz'],
  searched_at: 'When it was searched for, in milliseconds since 1970.',
  last_searched_at:
    'When it, or more of it, was last searched for, in milliseconds since 1970. The same again within 30 minutes, and typing within a minute, extend a row.',
  page: ['Where it was searched for.', 'drivers'],
  spot: 'The property that was searched; null if the whole organization was.',
  term: ['What was searched for, as it was typed.', 'ABC 123'],
  typed_from: [
    'The shortest letters and digits that were searched for while it was typed; null if it was all.',
    'ABC',
  ],
  purpose: ['What it was for; null if no purpose was stated.', 'charge'],
  note: 'What it was for, where the purpose is `other`.',
  asks_purpose: 'Whether people state a purpose before they search for a plate or person.',
};
