import * as z from 'zod/mini';

/** Maximum items per call. */
export const batchLimit = 1000;

export const batchOutcomes = ['recorded', 'changed', 'unchanged', 'refused'] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

/**
 * The result of one item. `unchanged`: already recorded, so sending again does no harm; `refused`: not recorded, for
 * the reason in `detail`, without affecting the rest of the batch.
 */
export const batchResult = z.object({
  external_id: z.nullable(z.string()),
  outcome: z.enum(batchOutcomes),
  pk: z.optional(z.int()),
  uuid: z.optional(z.string()),
  detail: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type BatchResult = z.infer<typeof batchResult>;

/** The response to a batch: a result per item in the items' order, and the count of each outcome. */
export const batchAnswer = z.object({
  results: z.array(batchResult),
  recorded: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
export type BatchAnswer = z.infer<typeof batchAnswer>;

/** The body of a batch; each item is validated separately. */
export const batchBody = <T extends z.ZodMiniType>(item: T) =>
  z.strictObject({
    items: z
      .array(item)
      .check(
        z.minLength(1, 'Send at least one item.'),
        z.maxLength(batchLimit, `Send at most ${batchLimit} items at once.`),
      ),
  });

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  recorded: 'How many items were recorded.',
  changed: 'How many items changed something that was recorded before.',
  unchanged: 'How many items were recorded before just as they are.',
  external_id: ['The item’s own ID; null if it has none that can be read.', 'ticket-1041'],
  outcome: [
    '`recorded`, `changed`, `unchanged` for an item that was recorded before just as it is, or `refused`. Refused items don’t stop the others.',
    'recorded',
  ],
  pk: ['The number of our record.', 155344],
  uuid: [
    'The UUID of an image, for visits, reads and notes that refer to it.',
    '6f1c2f5e-8f0b-4c57-9a3e-2b7d1c9e4a10',
  ],
  detail: 'Why the item was refused, and what to do.',
  results: 'What became of each item, in the order of the items.',
  refused: 'How many items were refused.',
};
