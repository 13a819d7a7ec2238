import * as z from 'zod/mini';
import { adminAndAccountant, adminOnly, inOrganization } from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pk, pkOrUuid, pkOrUuidText, text } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { cents, centsField, dollarsText } from '../kernel/money.ts';
import { withShown } from '../kernel/shown.ts';
import type { RentalGroup } from '../people/rentals.ts';
import { rentalGroupNames } from '../people/rentals.ts';
import { closeMonthField } from './close.ts';
import { earliestReportDate } from './report-range.ts';

export const taxLevels = {
  city: 'City',
  county: 'County',
  state: 'State',
  other: 'Other',
} as const;
export type TaxLevel = keyof typeof taxLevels;
const levelNames = Object.keys(taxLevels) as [TaxLevel, ...TaxLevel[]];

/** Rates are whole thousandths of a percent, so 9.625 % is 9625. */
export const ratesPerPercent = 1000;
/** The largest rate: 50 %. */
const maxTaxRate = 50 * ratesPerPercent;
/** The largest charge without tax, in cents, and the longest stay that a rate distinguishes. */
const maxAbove = 1_000_000;
export const maxTermDays = 366;
/** Maximum rates of an organization: four of each of 500 properties, with some changes. */
export const maxTaxRates = 5000;

export const taxMessages = {
  rate: 'Must be 0 to 50 %, with up to three decimal places.',
  above: 'Must be $0.00 to $10,000.00.',
  dayCount: `Must be 1 to ${maxTermDays}.`,
  days: 'Must not be less than the shortest stay.',
  groups: 'Choose at least one kind of rental.',
  spots: 'Choose properties of this organization.',
  closed:
    'A month from this day on is closed, and keeps its rates. Choose a later day, or reopen the month.',
  tooMany: `An organization can have ${maxTaxRates} rates.`,
} as const;

const spotField = z.object({ pk: z.int(), name: z.string() });

/** What laws say of a tax beside its rate. */
const taxTerms = z.object({
  on_taxes: z.boolean(),
  above: z.int(),
  min_days: z.int(),
  max_days: z.nullable(z.int()),
  may_be_exempt: z.boolean(),
});
export type TaxTerms = z.infer<typeof taxTerms>;
/** A tax on every price, however long the stay is. */
export const noTerms: TaxTerms = {
  on_taxes: false,
  above: 0,
  min_days: 1,
  max_days: null,
  may_be_exempt: false,
};

const taxRate = z.object({
  ...taxTerms.shape,
  spot_pk: z.int(),
  authority: z.string(),
  starts_on: localDateText,
  level: z.enum(levelNames),
  rate: z.int(),
  rental_groups: z.array(z.enum(rentalGroupNames)),
});
export type TaxRate = z.infer<typeof taxRate>;

/** What is owed of a property at the same rate. */
const owedLine = z.object({
  property: spotField,
  rate: z.int(),
  start_date: localDateText,
  end_date: localDateText,
  rental_group: z.nullable(z.enum(rentalGroupNames)),
  receipts: centsField,
  owed: centsField,
});
export type OwedLine = z.infer<typeof owedLine>;

const owedAuthority = z.object({
  authority: z.string(),
  level: z.enum(levelNames),
  owed: centsField,
  lines: z.array(owedLine),
});
export type OwedAuthority = z.infer<typeof owedAuthority>;

/** What was taxed otherwise than the rates: only the entries whose tax is off by more than a cent. */
const wrongTax = z.object({
  property: spotField,
  rental_group: z.enum(rentalGroupNames),
  days: z.array(z.object({ start_date: localDateText, end_date: localDateText })),
  taken: centsField,
  by_rates: centsField,
  taken_rate: z.int(),
  rates_in_force: z.array(z.int()),
});
export type WrongTax = z.infer<typeof wrongTax>;

const taxes = z.object({
  start_date: localDateText,
  end_date: localDateText,
  total: centsField,
  authorities: z.array(owedAuthority),
  unassigned: z.array(z.object({ property: spotField, owed: centsField })),
  wrong: z.array(wrongTax),
  properties: z.array(spotField),
  rates: z.array(taxRate),
});
export type Taxes = z.infer<typeof taxes>;

const byOrganization = z.strictObject({ orgId: pkOrUuidText });
const access = inOrganization('params.orgId', adminOnly);
const readAccess = inOrganization('params.orgId', adminAndAccountant);
const monthsText = z.pipe(z.enum(['1', '3']), z.transform(Number));
const periodFields = { month: closeMonthField, months: z._default(monthsText, 1) };

export const getTaxes = endpoint({
  method: 'GET',
  path: '/api/taxes/:orgId/',
  summary:
    'What is owed to whom for a month or quarter, from the tax as it was taken, and where it isn’t what the rates give',
  access: readAccess,
  events: [],
  params: byOrganization,
  query: z.strictObject(periodFields),
  answer: taxes,
  failure: 'Could not fetch the taxes',
});

export const downloadTaxes = endpoint({
  method: 'GET',
  path: '/api/downloads/taxes',
  summary: 'The same as a file, a row for each authority, property and rate',
  access: inOrganization('query.organization', adminAndAccountant),
  query: z.strictObject({ organization: pkOrUuidText, ...periodFields }),
  file: 'text/csv',
  failure: 'Could not download the taxes',
});

const dayField = localDateText.check(
  z.refine((day) => day >= earliestReportDate, `Must not be before ${earliestReportDate}.`),
);
const aboveField = z
  .int(taxMessages.above)
  .check(z.minimum(0, taxMessages.above), z.maximum(maxAbove, taxMessages.above));
const daysField = z
  .int(taxMessages.dayCount)
  .check(z.minimum(1, taxMessages.dayCount), z.maximum(maxTermDays, taxMessages.dayCount));
const rateKey = { authority: text(100, 'Please enter a name'), starts_on: dayField };

/** The rates that the form replaces, as it shows them, by property. */
const shownOfRates = ['rates'] as const;

export const setTaxRate = endpoint({
  method: 'PUT',
  path: '/api/taxes/:orgId/rates/',
  summary:
    'Sets the rate of an authority at some properties from a day on, until its next rate there; one that begins on the same day is replaced',
  access,
  events: [],
  params: byOrganization,
  shown: shownOfRates,
  body: withShown(
    z
      .strictObject({
        ...rateKey,
        spots: z.array(pkOrUuid).check(z.minLength(1, taxMessages.spots), z.maxLength(500)),
        level: z.enum(levelNames),
        rate: z
          .int(taxMessages.rate)
          .check(z.minimum(0, taxMessages.rate), z.maximum(maxTaxRate, taxMessages.rate)),
        rental_groups: z
          .array(z.enum(rentalGroupNames))
          .check(z.minLength(1, taxMessages.groups), z.maxLength(rentalGroupNames.length)),
        on_taxes: z._default(z.boolean(), noTerms.on_taxes),
        above: z._default(aboveField, 0),
        min_days: z._default(daysField, noTerms.min_days),
        max_days: z._default(z.nullable(daysField), noTerms.max_days),
        may_be_exempt: z._default(z.boolean(), noTerms.may_be_exempt),
      })
      .check(
        z.refine(({ min_days, max_days }) => max_days === null || max_days >= min_days, {
          path: ['max_days'],
          message: taxMessages.days,
        }),
      ),
    shownOfRates,
  ),
  answer: z.object({ saved: z.int() }),
  failure: 'Could not save the rate',
});

export const removeTaxRate = endpoint({
  method: 'POST',
  path: '/api/taxes/:orgId/removed_rates/',
  summary: 'Removes a rate, so that the authority’s earlier rate continues',
  access,
  events: [],
  params: byOrganization,
  body: z.strictObject({ ...rateKey, spot: pk }),
  answer: z.object({ removed: z.boolean() }),
  failure: 'Could not remove the rate',
});

/** The terms of a rate in words; nothing for a tax on every price. */
export function describeTerms(rate: TaxTerms): string {
  const { on_taxes, above, min_days, max_days, may_be_exempt } = rate;
  const days =
    max_days === null
      ? min_days > 1 && `stays of ${min_days} days or more`
      : min_days > 1
        ? `stays of ${min_days} to ${max_days} days`
        : `stays of up to ${max_days} ${max_days === 1 ? 'day' : 'days'}`;
  const terms = [
    on_taxes && 'on other taxes too',
    above > 0 && `above ${dollarsText(cents(above))}`,
    days,
    may_be_exempt && 'some drivers are exempt',
  ];
  return terms.filter(Boolean).join(', ');
}

/** 9.625 % */
export const formatTaxRate = (rate: number) => `${rate / ratesPerPercent} %`;

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  month: ['The first day of the first month.', '2026-04-01'],
  months: ['1 for a month, 3 for a quarter.', '1'],
  total: 'All tax of these days, as on the income statement.',
  authorities: 'What is owed to each authority.',
  authority: ['Who the tax is for.', 'City of Denver'],
  on_taxes: 'Whether it is on the price and on the taxes without this, or on the price alone.',
  above: ['Only charges above this, in cents before tax, have it.', 0],
  min_days: ['Only stays of so many days have it. A day of 24 hours that began counts.', 1],
  max_days: 'Only stays of up to so many days have it; null = any.',
  may_be_exempt: 'Whether some drivers are exempt, so that a charge without it is right too.',
  level: ['What kind of place it is.', 'city'],
  owed: 'The tax that was taken for it, less what refunds gave back.',
  lines: 'For each property and rate.',
  property: 'The property.',
  name: ['Its name.', 'Main Street Garage'],
  rate: ['In thousandths of a percent.', 9625],
  receipts:
    'Taxable receipts: what drivers paid before tax, less refunds; penalties only if they have tax.',
  unassigned: 'Tax of properties and days without rates.',
  wrong:
    'Entries whose tax is off by more than a cent from what the rates give on the first day of the stay.',
  days: 'The days of these entries, as runs.',
  taken: 'Their tax.',
  by_rates: 'The tax that the rates give.',
  taken_rate: ['The rate that their tax is of, in thousandths of a percent.', 8250],
  rates_in_force: 'The rates in force, in thousandths of a percent.',
  properties: 'All properties.',
  rates: 'All rates.',
  spot_pk: 'The property, by its number.',
  spots: 'The properties, by their numbers.',
  spot: ['The property, by its number.', 12],
  starts_on: ['The first day, by the property’s calendar.', '2026-04-15'],
  rental_groups: 'The rentals that it applies to.',
  rental_group: 'The rentals, if they are of one group; else null.',
  saved: 'At how many properties it was saved.',
  removed: 'Whether there was one.',
};

/** The groups that a rate applies to unless others are chosen. */
export const allRentalGroups: readonly RentalGroup[] = rentalGroupNames;
