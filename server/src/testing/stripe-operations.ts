import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a field accepts: a type, the values of an enumeration, or a text of a maximum length. */
type Field = 'string' | 'integer' | 'boolean' | readonly string[] | number;

/** One call of Stripe's API, reduced to the fields that we send; `metadata[*]` is a map of texts. */
interface Operation {
  required: readonly string[];
  fields: Readonly<Record<string, Field>>;
}

interface StripeOperations {
  source: string;
  version: string;
  operations: Readonly<Record<string, Operation>>;
}

/**
 * Facts from Stripe's published OpenAPI document; `scripts/reduce-stripe-openapi.mjs` updates them from a newer one.
 */
export const stripeOperations = JSON.parse(
  readFileSync(join(import.meta.dirname, 'stripe-operations.json'), 'utf8'),
) as StripeOperations;

const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const patterns = Object.entries(stripeOperations.operations).map(([call, operation]) => {
  const [method = '', path = ''] = call.split(' ');
  return { method, pattern: toPattern(path), operation };
});

function fits(field: Field, value: string): boolean {
  if (typeof field === 'number') return value.length <= field;
  if (typeof field === 'object') return field.includes(value);
  if (field === 'integer') return /^-?\d+$/.test(value);
  return field === 'string' || ['true', 'false'].includes(value);
}

/** Where a request violates Stripe's document; empty = it is allowed. */
export function findProblems(request: { call: string; sent: URLSearchParams }): string[] {
  const { call, sent } = request;
  const [method, path = ''] = call.split(' ');
  const found = patterns.find((entry) => entry.method === method && entry.pattern.test(path));
  if (!found) return [`${call} isn’t among the operations`];
  const { required, fields } = found.operation;
  const missing = required.filter((name) => !sent.has(name));
  const wrong = [...sent].filter(([name, value]) => {
    const field = fields[name] ?? fields[name.replace(/\[[^\]]*\]$/, '[*]')];
    return field === undefined || !fits(field, value);
  });
  return [
    ...missing.map((name) => `${call}: ${name} is required`),
    ...wrong.map(([name, value]) => `${call}: ${name}=${value} isn’t allowed`),
  ];
}
