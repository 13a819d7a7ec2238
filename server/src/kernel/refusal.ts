import type { ErrorCode } from '@lotkeeper/contract/kernel/errors';
import { errorStatus } from '@lotkeeper/contract/kernel/errors';

/**
 * An expected error response: a code of the closed list, the message for a person, each invalid
 * field, `Retry-After`, and what a record is now that a form showed otherwise.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  readonly current: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    fields?: Record<string, string>,
    retryAfter?: number,
    current?: Record<string, unknown>,
  ) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.current = current;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** For a thing that doesn't exist, or that the caller may not know about: both answer the same. */
export const notFound = (resource: string) =>
  new Refusal('not_found', `There is no such ${resource}.`);

/** Returns a thing that a caller named; throws a 404 Refusal when it's null or undefined. */
export function requireFound<Thing>(thing: Thing | null | undefined, resource: string): Thing {
  if (thing === null || thing === undefined) throw notFound(resource);
  return thing;
}

/** For an invalid form: the message of every invalid field. */
export function wrongFields(fields: Record<string, string>): Refusal {
  const [[field, message] = []] = Object.entries(fields);
  return new Refusal('invalid_fields', `${field}: ${message}`, fields);
}

/** Awaits a write; throws the refusal when a unique index already has the same value. */
export async function refuseDuplicate<T>(
  write: Promise<T>,
  refusal: Refusal,
  index?: string,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505' || (index !== undefined && constraint !== index)) throw error;
    throw refusal;
  }
}
