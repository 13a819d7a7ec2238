import * as z from 'zod/mini';
import { adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { centsField } from '../kernel/money.ts';
import { pageQuery, pageSchema } from '../kernel/paging.ts';
import { debtAges, debtKindNames } from './filter-words.ts';

/** Labels of the kinds of debt. */
export const debtKinds = {
  violation: 'Violation',
  monthly: 'Monthly parking',
  tenant: 'Tenant invoice',
} as const satisfies Record<(typeof debtKindNames)[number], string>;

/** Debts per page. */
export const receivablesPageSize = 20;

/** Something that a driver or tenant hasn't paid. */
const receivable = z.object({
  kind: z.enum(debtKindNames),
  uuid: z.string(),
  code: z.nullable(z.string()),
  debtor: z.string(),
  spot: z.object({ pk: z.int(), name: z.string(), timezone: z.string() }),
  since: z.int(),
  amount: centsField,
  appeal: z.nullable(z.int()),
});
export type Receivable = z.infer<typeof receivable>;

const filters = {
  organization: pkOrUuidText,
  kind: z.optional(z.enum(debtKindNames)),
  older_than: z.optional(z.enum(debtAges)),
};

export const listReceivables = endpoint({
  method: 'GET',
  path: '/api/receivables/',
  summary:
    'What drivers and tenants owe at all properties of an organization, the largest first, with its sum: open violations, a month of each unpaid monthly rental, and a month of each unpaid tenant invoice',
  access: inOrganization('query.organization', adminOnly),
  query: z.strictObject({ ...filters, page: pageQuery }),
  answer: z.extend(pageSchema(receivable), {
    total_amount: centsField,
    appealed_amount: centsField,
  }),
  freshFor: 60,
  failure: 'Could not fetch who owes',
});

export const downloadReceivables = endpoint({
  method: 'GET',
  path: '/api/downloads/receivables',
  summary:
    'What drivers and tenants owe at all properties of an organization as CSV, the largest first',
  access: inOrganization('query.organization', adminOnly),
  query: z.strictObject(filters),
  file: 'text/csv',
  failure: 'Could not download who owes',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  kind: 'What is owed for.',
  older_than: 'Only debts that are older than this many days.',
  uuid: 'The violation, rental or tenant.',
  code: 'The number of the violation; null for the others.',
  debtor: ['Who owes: the plate with its state, or the name if there is no plate.', 'ABC 123 AZ'],
  spot: 'The property.',
  since:
    'Since when it is owed, in seconds since 1970: when the violation was created, or when the last paid month ended.',
  amount: 'What is owed, in cents.',
  appeal:
    'The appeal of the violation that nobody has decided yet, by its number: until then the driver needn’t pay. null without one.',
  total_amount: 'The sum of all debts that match, in cents.',
  appealed_amount:
    'The part of it that drivers appealed, and that nobody has decided yet, in cents.',
};
