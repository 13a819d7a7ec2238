import * as z from 'zod/mini';

/** What the payment processor still requires from an organization before it pays, by the processor's names. */
export const accountRequirements = z.object({
  can_be_paid: z.boolean(),
  due: z.array(z.string()),
  past_due: z.array(z.string()),
  is_checking: z.boolean(),
  disabled_reason: z.nullable(z.string()),
  deadline: z.nullable(z.int()),
});
export type AccountRequirements = z.infer<typeof accountRequirements>;

/**
 * Fields of the company and its account, by Stripe's names; a name also covers those that start with it and a dot.
 */
const accountFields: readonly (readonly [field: string, words: string])[] = [
  ['external_account', 'Bank account'],
  ['tos_acceptance', 'Acceptance of the processor’s terms of service'],
  ['business_type', 'Type of business'],
  ['business_profile.mcc', 'Industry'],
  ['business_profile.url', 'Website'],
  ['business_profile.product_description', 'Description of the business'],
  ['business_profile', 'Business details'],
  ['company.tax_id', 'EIN'],
  ['company.name', 'Legal name of the company'],
  ['company.address', 'Address of the company'],
  ['company.phone', 'Phone number of the company'],
  ['company.structure', 'Legal structure of the company'],
  ['company.owners_provided', 'Confirmation that all owners are listed'],
  ['company.directors_provided', 'Confirmation that all directors are listed'],
  ['company.executives_provided', 'Confirmation that all executives are listed'],
  ['company.verification', 'Document about the company'],
  ['company', 'Company details'],
  ['documents', 'Document about the company'],
];

/** Fields of a person. */
const personFields: readonly (readonly [field: string, words: string])[] = [
  ['first_name', 'name'],
  ['last_name', 'name'],
  ['dob', 'birth date'],
  ['address', 'home address'],
  ['email', 'email address'],
  ['phone', 'phone number'],
  ['ssn_last_4', 'last four digits of the SSN'],
  ['id_number', 'SSN'],
  ['relationship.title', 'job title'],
  ['relationship', 'role in the company'],
  ['verification', 'identity document'],
  ['documents', 'identity document'],
];

const people: readonly (readonly [prefix: RegExp, words: string])[] = [
  [/^representative$/, 'Account representative'],
  [/^owners$/, 'Owner'],
  [/^directors$/, 'Director'],
  [/^executives$/, 'Executive'],
  [/^(person_\w+|individual)$/, 'Person'],
];

const findWords = (fields: readonly (readonly [string, string])[], name: string) =>
  fields.find(([field]) => name === field || name.startsWith(`${field}.`))?.[1];

/** A field's label; a field that Stripe adds later keeps its own name. */
function describeField(name: string): string {
  const known = findWords(accountFields, name);
  if (known) return known;
  const [first = '', ...rest] = name.split('.');
  const person = people.find(([prefix]) => prefix.test(first))?.[1];
  const plain = rest.join('.').replaceAll(/[._]/g, ' ');
  if (!person) return name.replaceAll(/[._]/g, ' ');
  const field = findWords(personFields, rest.join('.')) ?? plain;
  return field ? `${person}: ${field}` : person;
}

/** The labels of the fields that are due, without duplicates. */
export const describeDue = ({ due }: Pick<AccountRequirements, 'due'>): string[] => [
  ...new Set(due.map(describeField)),
];

/** Why the processor doesn’t pay; null if it does. */
export function explainStop(requirements: AccountRequirements): string | null {
  const { can_be_paid, due, disabled_reason: reason, is_checking } = requirements;
  if (can_be_paid) return null;
  if (reason?.startsWith('rejected.'))
    return 'The payment processor rejected the account, so it can’t be paid.';
  if (reason === 'platform_paused')
    return 'Payouts to the account were paused at the payment processor.';
  if (reason === 'listed' || reason === 'under_review')
    return 'The payment processor is reviewing the account.';
  if (due.length > 0) return 'The payment processor needs more information before it can pay you.';
  if (is_checking || reason === 'requirements.pending_verification') {
    return 'The payment processor is checking what you entered. This can take a few days.';
  }
  return 'The payment processor doesn’t allow payouts to the account yet.';
}

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  can_be_paid: 'Whether the account can be paid now.',
  due: [
    'The fields that are due, late ones too, by the payment processor’s names.',
    ['company.tax_id'],
  ],
  past_due: 'The fields that are late, which stops payouts.',
  is_checking: 'Whether the payment processor is checking what was entered.',
  disabled_reason:
    'Why the account was stopped, in the payment processor’s word; null if it wasn’t.',
  deadline:
    'Until when the fields must be entered, in milliseconds since 1970; null if no date is set.',
};
