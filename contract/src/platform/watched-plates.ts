import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { carFields, plateCharacters } from '../kernel/car-fields.ts';
import { isDayText } from '../kernel/day-text.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { states } from '../kernel/places.ts';
import { maxPurposeNote, searchPurposeNames } from '../kernel/searches.ts';

export const watchedPlateRules = { maxPlates: 50, maxDays: 90 } as const;

export const watchedPlateMessages = {
  purpose: 'Choose what the plate is watched for.',
  note: 'Enter what the plate is watched for.',
  until: `Choose a day from today on, within ${watchedPlateRules.maxDays} days.`,
  state: 'Choose a state, or leave it empty.',
  watched: 'This plate is watched already.',
  full: `The list is full. Remove some of its ${watchedPlateRules.maxPlates} plates first.`,
} as const;

const stateNames: ReadonlySet<string> = new Set(Object.values(states).flat());

const watchedPlate = z.object({
  pk: z.int(),
  plate: z.string(),
  state: z.nullable(z.string()),
  purpose: z.enum(searchPurposeNames),
  note: z.nullable(z.string()),
  created_by: z.string(),
  created_at: z.int(),
  ends_at: z.int(),
});
export type WatchedPlate = z.infer<typeof watchedPlate>;

const params = z.strictObject({ id: pkOrUuidText });
const access = inOrganization('params.id', adminOnly);

export const listWatchedPlates = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/watched_plates/',
  summary: 'The plates whose arrival is alerted, by plate; who looks at them is logged',
  access,
  events: [],
  params,
  answer: z.object({ plates: z.array(watchedPlate) }),
  failure: 'Could not fetch the watched plates',
});

export const createWatchedPlate = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/watched_plates/',
  summary: 'Watches a plate: its arrivals are alerted, and logged as searches of the caller',
  access,
  events: [],
  params,
  body: z
    .strictObject({
      plate: carFields.plate.check(plateCharacters),
      state: z.nullable(
        z.string().check(z.refine((state) => stateNames.has(state), watchedPlateMessages.state)),
      ),
      purpose: z.enum(searchPurposeNames, { error: watchedPlateMessages.purpose }),
      note: z.nullable(text(maxPurposeNote, watchedPlateMessages.note)),
      until: z
        .string({ error: watchedPlateMessages.until })
        .check(z.refine(isDayText, watchedPlateMessages.until)) as unknown as z.ZodMiniType<
        LocalDate,
        string
      >,
    })
    .check(
      z.refine(({ purpose, note }) => (purpose === 'other') === (note !== null), {
        error: watchedPlateMessages.note,
        path: ['note'],
      }),
    ),
  answer: watchedPlate,
  failure: 'Could not watch the plate',
});

export const removeWatchedPlate = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:id/watched_plates/:watch/',
  summary: 'Ends watching a plate',
  access,
  events: [],
  params: z.strictObject({ id: pkOrUuidText, watch: pkText }),
  answer: z.object({ pk: z.int() }),
  failure: 'Could not end watching the plate',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  pk: ['The number of the entry in the list.', 7],
  plates: 'The plates, by plate.',
  plate: ['The plate.', 'ABC 123'],
  state: ['The state of the plate; null = any.', 'AZ'],
  purpose: ['What it is watched for.', 'lost_car'],
  note: 'What it is watched for, where the purpose is `other`; else null.',
  created_by: ['Who watches it.', 'Ana Ruiz'],
  created_at: 'Since when, in milliseconds since 1970.',
  ends_at: 'Until when, in milliseconds since 1970.',
  until: ['The last day that it is watched, on the calendar of the first property.', '2026-06-30'],
  ':path.watch': ['The entry in the list, by its number.', '7'],
};
