import { setImmediate } from 'node:timers/promises';
import type { BatchAnswer, BatchResult } from '@lotkeeper/contract/kernel/batch';
import { batchOutcomes } from '@lotkeeper/contract/kernel/batch';
import type * as z from 'zod/mini';
import { toFieldErrors } from './error-handler.ts';

/** An item of a batch: in the contract's shape, or its errors. */
export type BatchItem<T> =
  | { external_id: string | null; value: T; wrong?: never }
  | { external_id: string | null; wrong: Pick<BatchResult, 'detail' | 'fields'>; value?: never };

const readExternalId = (raw: unknown): string | null => {
  const id = (raw as { external_id?: unknown } | null)?.external_id;
  return typeof id === 'string' ? id : null;
};

function readItem<S extends z.ZodMiniType>(schema: S, raw: unknown): BatchItem<z.output<S>> {
  const external_id = readExternalId(raw);
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { external_id, value: parsed.data };
  const fields = toFieldErrors(
    parsed.error.issues.map((issue) => ({
      path: issue.path.map(String),
      message: issue.message,
      keys: issue.code === 'unrecognized_keys' ? issue.keys : undefined,
    })),
  );
  return { external_id, wrong: wrongItem(fields) };
}

/** After this many milliseconds of checks, other requests get a turn. */
const maxBlockingMs = 5;

/** Validates each item separately. */
export async function readItems<S extends z.ZodMiniType>(
  schema: S,
  raw: readonly unknown[],
): Promise<BatchItem<z.output<S>>[]> {
  const items: BatchItem<z.output<S>>[] = [];
  let startedAt = performance.now();
  for (const rawItem of raw) {
    if (performance.now() - startedAt > maxBlockingMs) {
      await setImmediate();
      startedAt = performance.now();
    }
    items.push(readItem(schema, rawItem));
  }
  return items;
}

/** The errors of an item: one per field, and the first as a sentence. */
export function wrongItem(fields: Record<string, string>): Pick<BatchResult, 'detail' | 'fields'> {
  const [field, message] = Object.entries(fields)[0] ?? ['item', 'Isn’t valid.'];
  return { detail: `${field}: ${message}`, fields };
}

/** The result of a batch, with counts. */
export function tellBatch(results: BatchResult[]): BatchAnswer {
  const counts = Object.fromEntries(batchOutcomes.map((outcome) => [outcome, 0])) as Record<
    BatchResult['outcome'],
    number
  >;
  for (const { outcome } of results) counts[outcome]++;
  return { results, ...counts };
}
