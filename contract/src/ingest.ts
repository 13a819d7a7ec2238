import * as z from 'zod/mini';
import { byMachine } from './kernel/access.ts';
import { batchAnswer } from './kernel/batch.ts';
import { fromIso } from './kernel/calendar.ts';
import { endpoint } from './kernel/endpoint.ts';
import { pk, storable, text } from './kernel/fields.ts';

/** Bytes of a batch at most. */
const batchBytes = 4 * 1024 * 1024;

/** What makes an item the same when it is sent again: the sending system's name and its own id of the thing. */
const sourced = {
  source: text(40).check(
    z.regex(/^[\w.-]+$/, 'Letters, digits, dots, dashes and underscores only.'),
  ),
  external_id: text(200),
};

/** A property of the key's organization, by pk or uuid. */
const spot = z.union([pk, z.uuid()], { error: 'Must be the number or uuid of a property.' });

/** A moment on the wire: ISO 8601 with Z or an offset. */
const moment = z.pipe(
  z.iso.datetime({
    offset: true,
    error: 'Must be an ISO 8601 time with its offset, such as 2026-06-15T09:30:00Z.',
  }),
  z.transform((text) => fromIso(text)),
);

/** A text that may be missing. */
const optionalText = (max: number) =>
  z._default(
    z.nullable(
      z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters.`), storable),
    ),
    null,
  );

export const reviewItem = z.strictObject({
  ...sourced,
  spot,
  rating: z
    .int({ error: 'Must be 1 to 5.' })
    .check(z.minimum(1, 'Must be 1 to 5.'), z.maximum(5, 'Must be 1 to 5.')),
  comment: optionalText(2000),
  reasons: z._default(z.array(text(80)).check(z.maxLength(10, 'At most 10.')), []),
  created_at: moment,
});

export const ingestReviews = endpoint({
  method: 'POST',
  path: '/api/ingest/reviews/',
  summary: 'Records what drivers said of their stays',
  access: byMachine('reviews'),
  items: reviewItem,
  answer: batchAnswer,
  failure: 'Could not record the reviews',
  bodyLimit: batchBytes,
});
