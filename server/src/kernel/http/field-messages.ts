import * as z from 'zod/mini';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const typeMessages: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  tuple: 'Must be a list.',
  object: 'Must be an object with named fields.',
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

/** Whether a message is about the value, and not only that its type is another one. */
const isAboutValue = (issue: z.core.$ZodIssue, input: unknown) =>
  issue.code !== 'invalid_type' || (typeof input === 'number' && issue.expected === 'int');

/** What the branch of a union says that takes a value of this type; else the last one, which is the most general. */
function describeUnion(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { discriminator = '', errors, input } = issue;
  const kind = (input as Record<string, unknown> | null)?.[discriminator];
  if (discriminator) return kind === undefined ? requiredMessage : 'Has an unknown value.';
  const own = errors.flatMap((branch) => branch.filter(({ path }) => path.length === 0));
  const best = own.find((candidate) => isAboutValue(candidate, input)) ?? own.at(-1);
  return best?.message ?? 'Has the wrong format.';
}

/** What is wrong with a field, for fields whose contract has no message of its own. */
function describeIssue(issue: Issue): string {
  if (issue.input === undefined) return requiredMessage;
  if (issue.code === 'invalid_type') return typeMessages[issue.expected] ?? 'Has the wrong type.';
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    return values.length === 1 ? `Must be ${values[0]}.` : `Must be one of: ${values.join(', ')}.`;
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') return describeLimit(issue);
  if (issue.code === 'invalid_format') {
    return formatMessages[issue.format] ?? 'Has the wrong format.';
  }
  if (issue.code === 'not_multiple_of') return `Must be a multiple of ${issue.divisor}.`;
  return issue.code === 'invalid_union' ? describeUnion(issue) : 'Has the wrong format.';
}

/** Gives every schema these messages, process-wide. A message in a contract goes first. */
export function useFieldMessages(): void {
  z.config({ localeError: describeIssue });
}
