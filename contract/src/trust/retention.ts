import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { withShown } from '../kernel/shown.ts';
import { retentionClasses, retentionTexts } from './retention-classes.ts';

/** Days of deletions per page. */
export const retentionPageSize = 25;

/** Maximum rows that a preview counts and reads. */
export const maxPreviewed = 10_000;
export const maxLookedAt = 30_000;

/** How long an organization keeps one class. */
export const retentionRule = z.object({
  class: z.enum(retentionClasses),
  keep_days: z.nullable(z.int()),
  changed_at: z.nullable(z.int()),
  changed_by: z.nullable(z.string()),
});
export type RetentionRule = z.infer<typeof retentionRule>;

const byOrganization = z.strictObject({ id: pkOrUuidText });
const byClass = z.strictObject({ id: pkOrUuidText, class: z.enum(retentionClasses) });

export const listRetentionRules = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/retention/',
  summary: 'How long the organization keeps each class of data',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: z.array(retentionRule),
  failure: 'Could not fetch how long data is kept',
});

/** The allowed numbers of days depend on the class; the handler refuses others. */
export const isKeepDays = (name: keyof typeof retentionTexts, days: number | null): boolean =>
  days === null || retentionTexts[name].days.includes(days);

/** What the form of a rule shows. */
const shownOfRule = ['keep_days'] as const;

export const setRetentionRule = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id/retention/:class/',
  summary: 'Sets how long the organization keeps a class of data; older data is deleted at night',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  events: [],
  params: byClass,
  shown: shownOfRule,
  body: withShown(z.strictObject({ keep_days: z.nullable(z.int()) }), shownOfRule),
  answer: retentionRule,
  failure: 'Could not change how long this data is kept',
});

export const previewRetentionRule = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/retention/:class/preview/',
  summary: 'What a rule would delete if it were in force now',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byClass,
  query: z.strictObject({ keep_days: pkText }),
  answer: z.object({
    due: z.int(),
    retained: z.int(),
    more: z.boolean(),
  }),
  failure: 'Could not count what would be deleted',
});

/** What one nightly run deleted from a class. */
export const retentionRun = z.object({
  local_date: localDateText,
  class: z.enum(retentionClasses),
  keep_days: z.int(),
  deleted: z.int(),
  bytes: z.int(),
  finished_at: z.nullable(z.int()),
});
export type RetentionRun = z.infer<typeof retentionRun>;

export const listRetentionRuns = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/retention_runs/',
  summary: 'What was deleted by day and class, newest first',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  query: z.strictObject({ page: pageQuery }),
  answer: pageSchema(retentionRun),
  failure: 'Could not fetch what was deleted',
});

/** A hold keeps its records, whatever the rules, until it is released. */
export const hold = z.object({
  pk: z.int(),
  subject: z.enum(['rental', 'visit', 'violation']),
  subject_pk: z.int(),
  story: z.string(),
  plate: z.nullable(z.string()),
  reason: z.string(),
  placed_at: z.int(),
  placed_by: z.string(),
  released_at: z.nullable(z.int()),
  released_by: z.nullable(z.string()),
});
export type Hold = z.infer<typeof hold>;

export const listHolds = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/holds/',
  summary:
    'The holds of an organization, those in force first (the newest 1,000), then the newest 100 that were released',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  answer: z.array(hold),
  failure: 'Could not fetch the holds',
});

export const createHold = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/holds/',
  summary:
    'Keeps a rental, visit, or violation and all that belongs to it until the hold is released',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: byOrganization,
  body: z
    .strictObject({
      rental: z.optional(pkOrUuidText),
      visit: z.optional(z.int()),
      violation: z.optional(pkOrUuidText),
      reason: text(200, 'Please enter a reason'),
    })
    .check(
      z.refine(
        ({ rental, visit, violation }) =>
          [rental, visit, violation].filter((name) => name !== undefined).length === 1,
        { error: 'Send exactly one rental, visit, or violation.', path: ['rental'] },
      ),
    ),
  answer: hold,
  failure: 'Could not place the hold',
});

export const releaseHold = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/holds/:hold/release/',
  summary: 'Releases a hold; what it kept is deleted when its time comes',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  events: [],
  params: z.strictObject({ id: pkOrUuidText, hold: pkText }),
  answer: hold,
  failure: 'Could not release the hold',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  class: ['The class of data.', 'images'],
  keep_days: ['For how many days it is kept.', 90],
  'retentionRule.keep_days': ['For how many days it is kept; null keeps it forever.', 90],
  'setRetentionRule.keep_days': [
    'For how many days it is kept; null keeps it forever. Each class has its own choice.',
    90,
  ],
  changed_at: 'When the rule was set, in milliseconds since 1970; null if it never was.',
  changed_by: 'The name of the person who set the rule; null if it never was.',
  deleted: 'How many were deleted.',
  due: 'How many would be deleted, counted up to 10,000.',
  retained: 'How many are old enough and would be kept, because something needs them.',
  more: 'Whether there are more than were counted.',
  local_date: 'The last day that was over at all properties when it was deleted.',
  bytes: 'The bytes of deleted images and texts.',
  finished_at: 'When all of the night was deleted, in milliseconds since 1970; null while it runs.',
  hold: ['The hold, by its number.', '12'],
  pk: 'The number of the hold.',
  subject: 'What the hold is on.',
  rental: 'The rental, by its number or UUID.',
  visit: ['The visit, by its number.', 1041],
  subject_pk: 'The number of the rental, visit, or violation.',
  violation: 'The violation, by its number or UUID.',
  story: 'The UUID of the rental or violation, or the number of the visit.',
  plate: ['The plate of the car that it is about; null if none is known.', 'ABC123'],
  reason: ['Why it is held.', 'The driver went to court'],
  'createHold.reason': ['Why it is held, for the audit log.', 'The driver went to court'],
  placed_at: 'When the hold was placed, in milliseconds since 1970.',
  placed_by: 'The name of the person who placed it.',
  released_at: 'When the hold was released, in milliseconds since 1970; null while it is in force.',
  released_by: 'The name of the person who released it; null while it is in force.',
};
