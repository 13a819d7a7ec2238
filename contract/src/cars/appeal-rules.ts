import * as z from 'zod/mini';
import { adminAndEmployee, adminOnly, inOrganization } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import { appealRules } from './appeals.ts';

/** What a state requires of appeals on private lots, from a day on. null = the source doesn't say. */
export interface AppealRule {
  state: string;
  valid_from: LocalDate;
  days_to_appeal: number | null;
  days_to_decide: number | null;
  /** Words that drivers have to be shown, exactly as they are. */
  wording: string | null;
  source: string;
  source_url: string;
  /** Where its first day was read. */
  day_source: string;
  day_source_url: string;
  looked_up_on: LocalDate;
}

/**
 * The rules that have a public source. Each is off until an Admin confirms it. A rule that changes gets a new entry with
 * its day: violations from before keep theirs.
 */
export const stateRules: readonly AppealRule[] = [
  {
    state: 'FL',
    valid_from: '2024-07-01' as LocalDate,
    days_to_appeal: null,
    days_to_decide: null,
    wording:
      'THIS INVOICE IS PRIVATELY ISSUED, IS NOT ISSUED BY A GOVERNMENTAL AUTHORITY, AND IS NOT SUBJECT TO CRIMINAL PENALTIES.',
    source: 'The 2024 Florida Statutes, section 715.075 (1)(b)',
    source_url: 'https://syfert.com/florida/statutes/0715.075.html',
    day_source: 'The Florida Senate, CS/CS/HB 271, chapter 2024-64',
    day_source_url: 'https://flsenate.gov/Session/Bill/2024/271/?StartTab=RelatedBills',
    looked_up_on: '2026-11-28' as LocalDate,
  },
];

/** The rule of a state for a violation of some day; null if there is none. */
export const findStateRule = (
  state: string,
  day: LocalDate,
  rules: readonly AppealRule[] = stateRules,
): AppealRule | null =>
  rules
    .filter((rule) => rule.state === state && rule.valid_from <= day)
    .toSorted((a, b) => a.valid_from.localeCompare(b.valid_from))
    .at(-1) ?? null;

/** The last day to appeal a violation of `day`; null = as long as it's open. */
export const findLastDay = (rule: AppealRule | null, day: LocalDate): LocalDate | null =>
  rule === null || rule.days_to_appeal === null ? null : addDays(day, rule.days_to_appeal);

/** The deadline for answering an appeal that is sent today. */
export const findDueDay = (rule: AppealRule | null, today: LocalDate): LocalDate =>
  addDays(today, rule?.days_to_decide ?? appealRules.daysToDecide);

export const appealRuleMessages = {
  unknown: 'There is no such rule.',
  notAdvice:
    'These are excerpts of public sources, not legal advice. Ask a lawyer what applies to you before you confirm one.',
} as const;

const stateRule = z.object({
  state: z.string(),
  valid_from: localDateText,
  days_to_appeal: z.nullable(z.int()),
  days_to_decide: z.nullable(z.int()),
  wording: z.nullable(z.string()),
  source: z.string(),
  source_url: z.string(),
  day_source: z.string(),
  day_source_url: z.string(),
  looked_up_on: localDateText,
  confirmed: z.nullable(z.object({ by: z.string(), at: z.int() })),
});
export type ListedRule = z.infer<typeof stateRule>;

const answer = z.object({ rules: z.array(stateRule) });

export const listAppealRules = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/appeal_rules/',
  summary:
    'What the states of the organization’s properties require of appeals, as far as it’s known',
  access: inOrganization('params.id', adminAndEmployee),
  params: z.strictObject({ id: pkOrUuidText }),
  answer,
  failure: 'Could not fetch the rules',
});

export const confirmAppealRule = endpoint({
  method: 'PUT',
  path: '/api/organizations/:id/appeal_rules/',
  summary: 'Turns a rule of a state on or off; each is off until an Admin confirms it',
  access: inOrganization('params.id', adminOnly),
  params: z.strictObject({ id: pkOrUuidText }),
  body: z.strictObject({
    state: z.string().check(z.regex(/^[A-Z]{2}$/)),
    valid_from: localDateText,
    confirmed: z.boolean(),
  }),
  answer,
  failure: 'Could not change the rule',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  rules: 'The rules, by state and day.',
  state: ['The two letters of the state.', 'FL'],
  valid_from: ['From which day it is valid, for violations of that day and later.', '2024-07-01'],
  days_to_appeal: 'How many days after the violation a driver may appeal; null if it isn’t known.',
  days_to_decide: 'How many days an answer may take; null if it isn’t known.',
  wording: 'Words that drivers have to be shown; null if there are none.',
  source: 'Where the rule is published.',
  source_url: 'Where it was read.',
  day_source: 'What says from which day it is valid.',
  day_source_url: 'Where that was read.',
  looked_up_on: ['The day when both were last read.', '2026-11-28'],
  confirmed: 'Who confirmed it; null while it’s off.',
  'confirmAppealRule.confirmed': 'Whether the rule is on.',
  by: ['The name of the person.', 'Robin Reyes'],
  at: 'When, in milliseconds since 1970.',
};
