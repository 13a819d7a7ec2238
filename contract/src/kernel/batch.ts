import * as z from 'zod/mini';

/** Maximum items that one call takes. */
export const batchLimit = 1000;

export const batchOutcomes = ['recorded', 'changed', 'unchanged', 'refused'] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

/**
 * What became of one item. `unchanged` = it is there already, so sending again does no harm; `refused` = it was
 * not taken, for the reason in `detail`, and the others of the batch were all the same.
 */
export const batchResult = z.object({
  /** The item's own; null where it had none that can be read. */
  external_id: z.nullable(z.string()),
  outcome: z.enum(batchOutcomes),
  /** Our number of the record. */
  pk: z.optional(z.int()),
  /** The picture's name, for items that refer to it later. */
  uuid: z.optional(z.string()),
  detail: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type BatchResult = z.infer<typeof batchResult>;

/** The answer to a batch: a result per item in the order of the items, and how many of each. */
export const batchAnswer = z.object({
  results: z.array(batchResult),
  recorded: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
export type BatchAnswer = z.infer<typeof batchAnswer>;

/** The body of a batch; each item is checked by itself. */
export const batchBody = <T extends z.ZodMiniType>(item: T) =>
  z.strictObject({
    items: z
      .array(item)
      .check(
        z.minLength(1, 'Send at least one item.'),
        z.maxLength(batchLimit, `Send at most ${batchLimit} items at once.`),
      ),
  });
