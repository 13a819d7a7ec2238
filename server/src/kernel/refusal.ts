import type { ErrorCode } from '@lotkeeper/contract/kernel/errors';
import { errorStatus } from '@lotkeeper/contract/kernel/errors';

/** The one way to say no: a code of the closed list, the sentence a person reads, each wrong field, and `Retry-After`. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;

  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    fields?: Record<string, string>,
    retryAfter?: number,
  ) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A thing that is not there, or that the caller may not know of: both answer the same. */
export const notFound = (resource: string) =>
  new Refusal('not_found', `There is no such ${resource}.`);

/** Returns a thing that a caller named; answers that it isn't there where it is null or undefined. */
export function requireFound<Thing>(thing: Thing | null | undefined, resource: string): Thing {
  if (thing === null || thing === undefined) throw notFound(resource);
  return thing;
}

/** A form that cannot be taken: every wrong field with its sentence. */
export function wrongFields(fields: Record<string, string>): Refusal {
  const [[field, message] = []] = Object.entries(fields);
  return new Refusal('invalid_fields', `${field}: ${message}`, fields);
}

/** Returns what is written; answers a refusal where a unique index has the same already. */
export async function refuseDuplicate<T>(
  written: Promise<T>,
  refusal: Refusal,
  index?: string,
): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505' || (index !== undefined && constraint !== index)) throw error;
    throw refusal;
  }
}
