import * as z from 'zod/mini';
import { adminOnly, everybody, inOrganization } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/calendar.ts';
import { addDays, addMonths } from '../kernel/calendar.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pkOrUuidText } from '../kernel/fields.ts';
import { localDateText } from '../kernel/local-date.ts';
import type { BridgePeriod, BridgeRange } from './changes.ts';
import { shiftPeriod, startOfPeriod } from './changes.ts';
import { reportRefreshSeconds } from './reports.ts';
import type { WeekName } from './week.ts';
import { weeksToCompare } from './week.ts';

/** How often a letter comes: for each week from Monday to Sunday, or for each month. */
export const letterKinds = ['weekly', 'monthly'] as const;
export type LetterKind = (typeof letterKinds)[number];

export const letterNames: Record<LetterKind, string> = {
  weekly: 'Monday Email',
  monthly: 'Monthly Letter',
};

export const letterPeriods: Record<LetterKind, BridgePeriod> = { weekly: 'week', monthly: 'month' };

/** The hour when a letter is sent, on the day after the last of its days. */
export const letterHour = 7;

/** The first day of the earliest letters: last year’s days can be reported on too. */
const earliestLetters: Record<LetterKind, LocalDate> = {
  weekly: '2020-01-06' as LocalDate,
  monthly: '2020-02-01' as LocalDate,
};

export const letterMessages = {
  start: {
    weekly: 'Must be a Monday whose week is over.',
    monthly: 'Must be the first day of a month that is over.',
  },
  noMail: 'No email server is set, so no letter would be sent.',
  noEmail: 'Your account has no email address. Ask an Admin to add one.',
  deadLink: 'This link doesn’t work. Sign in and choose your letters there.',
} as const;

/** The first day of the newest period that is over. */
export function findNewestStart(kind: LetterKind, today: LocalDate): LocalDate {
  const period = letterPeriods[kind];
  return shiftPeriod(period, startOfPeriod(period, today), -1);
}

/** Whether a day is the first of a period that is over, and not too long ago. */
export const isLetterStart = (kind: LetterKind, start: LocalDate, today: LocalDate): boolean =>
  start === startOfPeriod(letterPeriods[kind], start) &&
  start >= earliestLetters[kind] &&
  start <= findNewestStart(kind, today);

/** The first days of the letters before and after one; null where there is none. */
export function listNeighborStarts(kind: LetterKind, start: LocalDate, today: LocalDate) {
  const shift = (count: number) => shiftPeriod(letterPeriods[kind], start, count);
  const check = (day: LocalDate) => (isLetterStart(kind, day, today) ? day : null);
  return { previous: check(shift(-1)), next: check(shift(1)) };
}

const toMonth = (start: LocalDate): BridgeRange => ({
  start,
  end: addDays(addMonths(start, 1), -1),
});

/** The days of a letter, those before, and the same of last year: of a week 364 days earlier, so that weekdays match. */
export const listLetterRanges = (
  kind: LetterKind,
  start: LocalDate,
): Record<WeekName, BridgeRange> =>
  kind === 'weekly'
    ? weeksToCompare(addDays(start, 7))
    : {
        week: toMonth(start),
        before: toMonth(addMonths(start, -1)),
        year_ago: toMonth(addMonths(start, -12)),
      };

/** The URL of a letter’s page. */
export const letterPath = (organizationPk: number, kind: LetterKind, start: LocalDate) =>
  `/organization/${organizationPk}/letters/${kind}/${start}`;

/** The URL of the page that ends a letter without signing in, and the one that mail programs call for that. */
export const stopPagePath = (token: string) => `/stop-letter/${token}`;
export const stopCallPath = (token: string) => `/api/letter_stops/${token}/`;

/** A part of a sentence; `path` is the page that it opens. */
const textPart = z.object({ text: z.string(), path: z.nullable(z.string()) });
export type TextPart = z.infer<typeof textPart>;

const textLine = z.array(textPart);
export type TextLine = TextPart[];

const letterFigure = z.object({ label: z.string(), value: textPart, notes: z.array(textLine) });
export type LetterFigure = z.infer<typeof letterFigure>;

const letterSection = z.object({
  title: z.string(),
  figures: z.array(letterFigure),
  lines: z.array(textLine),
});
export type LetterSection = z.infer<typeof letterSection>;

/** A letter in words, the same in the mail and on its page. */
export const letterContent = z.object({
  title: z.string(),
  lead: z.array(textLine),
  sections: z.array(letterSection),
  closing: z.nullable(z.string()),
});
export type LetterContent = z.infer<typeof letterContent>;

const choices = z.object({
  email: z.nullable(z.string()),
  is_mail_sent: z.boolean(),
  chosen: z.object({ weekly: z.boolean(), monthly: z.boolean() }),
  newest: z.object({ weekly: localDateText, monthly: localDateText }),
});

const byOrganization = z.strictObject({ orgId: pkOrUuidText });
const access = inOrganization('params.orgId', adminOnly);

export const getLetterChoices = endpoint({
  method: 'GET',
  path: '/api/letters/:orgId/',
  summary: 'Which letters about an organization the caller gets by email, and the newest ones',
  access,
  events: [],
  params: byOrganization,
  answer: choices,
  freshFor: 60,
  failure: 'Could not fetch your letters',
});

export const chooseLetter = endpoint({
  method: 'POST',
  path: '/api/letters/:orgId/',
  summary: 'Starts or stops sending the caller a weekly or monthly letter about an organization',
  access,
  events: [],
  params: byOrganization,
  body: z.strictObject({ kind: z.enum(letterKinds), is_chosen: z.boolean() }),
  answer: choices,
  failure: 'Could not save your choice',
});

export const getLetter = endpoint({
  method: 'GET',
  path: '/api/letters/:orgId/:kind/:start/',
  summary:
    'The letter about a week or month of an organization that is over: revenue and why it changed, properties to look at, payouts, violations, disputes, cameras and what comes next',
  access,
  params: z.strictObject({
    orgId: pkOrUuidText,
    kind: z.enum(letterKinds),
    start: localDateText,
  }),
  answer: z.object({
    letter: z.nullable(letterContent),
    start_date: localDateText,
    end_date: localDateText,
    written_at: z.int(),
    timezone: z.string(),
    was_sent: z.boolean(),
    previous: z.nullable(localDateText),
    next: z.nullable(localDateText),
  }),
  freshFor: reportRefreshSeconds,
  failure: 'Could not fetch the letter',
});
export type LetterPage = z.infer<typeof getLetter.answer>;

const byToken = {
  access: everybody,
  params: z.strictObject({
    token: z.string().check(z.regex(/^[\w-]{1,100}$/, letterMessages.deadLink)),
  }),
} as const;

export const getLetterStop = endpoint({
  ...byToken,
  method: 'GET',
  path: '/api/letter_stops/:token/',
  summary: 'Which letter a link from an email stops',
  answer: z.object({
    organization: z.string(),
    kind: z.enum(letterKinds),
    is_chosen: z.boolean(),
  }),
  failure: 'Could not open the link',
});

export const stopLetter = endpoint({
  ...byToken,
  method: 'POST',
  path: '/api/letter_stops/:token/',
  summary:
    'Stops a letter by the link in its email, without signing in; mail programs call it (RFC 8058)',
  raw: true,
  answer: z.object({ stopped: z.boolean() }),
  failure: 'Could not stop the letter',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  kind: 'Which letter: weekly or monthly.',
  start: ['The first day: a Monday, or the first of a month.', '2026-11-16'],
  is_chosen: 'Whether the letter is sent.',
  email: 'The address that letters go to; null if the account has none.',
  is_mail_sent: 'Whether an email server is set; without one, no letter can be chosen.',
  chosen: 'Which letters are sent.',
  weekly: 'The letter about a week, sent on the Monday after.',
  monthly: 'The letter about a month, sent on the first of the next.',
  'newest.weekly': ['The Monday of the newest week that is over.', '2026-11-16'],
  'newest.monthly': ['The first day of the newest month that is over.', '2026-10-01'],
  newest: 'The first days of the newest letters.',
  letter: 'The letter; null if there is nothing to say, not even revenue.',
  start_date: ['The first of the days that it is about.', '2026-11-16'],
  end_date: ['The last of the days that it is about.', '2026-11-22'],
  written_at: 'As of when it is, in milliseconds since 1970.',
  timezone: ['The time zone of most properties, which sets when it is sent.', 'America/Phoenix'],
  was_sent: 'Whether it was sent to somebody: then it stays as it was.',
  previous: 'The first day of the letter before; null if there is none.',
  next: 'The first day of the letter after; null if there is none.',
  title: 'The days in words, or what a section is about.',
  lead: 'The first lines, each of parts.',
  sections: 'The sections that have something to say.',
  figures: 'Figures with what they are compared to.',
  label: 'What the figure is.',
  value: 'The figure.',
  notes: 'What it is compared to.',
  lines: 'Lines of parts.',
  closing: 'Said where nothing else is to be said; null otherwise.',
  text: 'The words.',
  path: [
    'The page that they open; null if none.',
    '/organization/1/ledger?measure=net&startDate=2026-11-16&endDate=2026-11-22',
  ],
  token: 'The token of the link.',
  organization: 'The name of the organization.',
  stopped: 'Whether it was still sent before.',
};
