import * as z from 'zod/mini';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const typeMessages: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  tuple: 'Must be a list.',
  record: 'Must be an object with named fields.',
};

const formatMessages: Record<string, string> = {
  email: 'Must be an email address.',
  url: 'Must be a URL.',
  uuid: 'Must be a UUID.',
};

const nouns: Record<string, string> = { string: 'characters', array: 'items', set: 'items' };

/** Such as 'At most 5 items.' or 'Must be 5 or less.' */
function describeLimit(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>): string {
  const isMost = issue.code === 'too_big';
  const limit = String(isMost ? issue.maximum : issue.minimum);
  const noun = nouns[issue.origin];
  if (noun) return `${isMost ? 'At most' : 'At least'} ${limit} ${noun}.`;
  if (issue.inclusive === false) return `Must be ${isMost ? 'less' : 'more'} than ${limit}.`;
  return `Must be ${limit} or ${isMost ? 'less' : 'more'}.`;
}

const requiredMessage = 'This field is required.';

/** Such as 'Must be one of: charge, penalty.' */
function describeValues(allowed: readonly unknown[]): string {
  const values = allowed.map(String);
  return values.length === 1 ? `Must be ${values[0]}.` : `Must be one of: ${values.join(', ')}.`;
}

/** The message for a missing field: lists its values when there are only a few. */
function describeMissing(issue: Issue): string {
  if (issue.code !== 'invalid_value' || issue.values.length > 12) return requiredMessage;
  return `${requiredMessage} ${describeValues(issue.values)}`;
}

interface ObjectSchema {
  _zod: { def: { shape?: Record<string, { _zod: { optin?: string | undefined } }> } };
}

/** Such as 'Must be an object with source and external_id.' */
function describeObject(issue: Issue): string {
  const { shape = {} } = (issue.inst as ObjectSchema | undefined)?._zod.def ?? {};
  const fields = Object.entries(shape).filter(([, field]) => field._zod.optin !== 'optional');
  const names = fields.map(([name]) => name);
  if (names.length === 0) return 'Must be an object with named fields.';
  const last = names.pop();
  return `Must be an object with ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}.`;
}

/** Whether a message is about the value, and not only about its type. */
const isAboutValue = (issue: z.core.$ZodIssue, input: unknown) =>
  issue.code !== 'invalid_type' || (typeof input === 'number' && issue.expected === 'int');

/** The message of the union branch that accepts this type; otherwise of the last one, which is the most general. */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { discriminator = '', errors, input } = issue;
  const kind = (input as Record<string, unknown> | null)?.[discriminator];
  if (discriminator) {
    const values = describeValues((issue.options as readonly unknown[] | undefined) ?? []);
    return kind === undefined ? `${requiredMessage} ${values}` : values;
  }
  const own = errors.flatMap((branch) => branch.filter(({ path }) => path.length === 0));
  const best = own.find((candidate) => isAboutValue(candidate, input)) ?? own.at(-1);
  return best?.message ?? 'Has the wrong format.';
}

/** The message for a field whose contract has none. */
function describeIssue(issue: Issue): string {
  if (issue.input === undefined) return describeMissing(issue);
  if (issue.code === 'invalid_type' && issue.expected === 'object') return describeObject(issue);
  if (issue.code === 'invalid_type') return typeMessages[issue.expected] ?? 'Has the wrong type.';
  if (issue.code === 'invalid_value') return describeValues(issue.values);
  if (issue.code === 'too_big' || issue.code === 'too_small') return describeLimit(issue);
  if (issue.code === 'invalid_format') {
    return formatMessages[issue.format] ?? 'Has the wrong format.';
  }
  if (issue.code === 'not_multiple_of') return `Must be a multiple of ${issue.divisor}.`;
  return issue.code === 'invalid_union' ? describeUnion(issue) : 'Has the wrong format.';
}

/** Sets these messages for every schema in the process. A message in a contract takes precedence. */
export function useFieldMessages(): void {
  z.config({ localeError: describeIssue });
}
