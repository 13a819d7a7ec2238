import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { startOfMonth, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import type { Cents } from '@lotkeeper/contract/kernel/money';
import { cents } from '@lotkeeper/contract/kernel/money';
import type {
  AllowanceKind,
  LoneUsage,
  SponsorMonth,
  SponsorTerms,
  ValidationMonth,
} from '@lotkeeper/contract/operations/validation-bills';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import type { Usage } from './bill.rules.ts';
import { computeBill, computeUsedShare, projectDay } from './bill.rules.ts';
import type { CodeUsage, MonthRows, SponsorRow } from './usage.queries.ts';
import { readMonth } from './usage.queries.ts';

export const toTerms = ({ allowance_visits, allowance_value, price }: SponsorRow): SponsorTerms => {
  const allowance: AllowanceKind =
    allowance_visits === null ? (allowance_value === null ? 'none' : 'value') : 'visits';
  return { allowance, allowance_visits, allowance_value, price };
};

/** The usage of a sponsor's codes together. Only one of them has the visit that crosses the allowance. */
function addUsage(codes: readonly CodeUsage[]): Usage {
  const add = (read: (usage: CodeUsage) => number) =>
    codes.reduce((total, usage) => total + read(usage), 0);
  return {
    visits: add(({ visits }) => visits),
    value: add(({ value }) => value),
    beyond_visits: add(({ beyond_visits }) => beyond_visits),
    beyond_value: add(({ beyond_value }) => beyond_value),
    crossing: codes.find(({ crossing }) => crossing !== null)?.crossing ?? null,
  };
}

function findUsedUp(
  terms: SponsorTerms,
  codes: readonly CodeUsage[],
  usage: Usage,
  { month, today }: { month: LocalDate; today: LocalDate },
): SponsorMonth['used_up'] {
  const [reached] = codes.flatMap(({ used_up }) => used_up ?? []).sort();
  if (reached) return { date: reached, is_projected: false };
  if (startOfMonth(today) !== month) return null;
  const date = projectDay(terms, usage, today);
  return date && { date, is_projected: true };
}

interface MonthDays {
  month: LocalDate;
  today: LocalDate;
}

function toSponsorMonth(row: SponsorRow, rows: MonthRows, days: MonthDays): SponsorMonth {
  const terms = toTerms(row);
  const used = rows.usage.filter(({ sponsor_pk }) => sponsor_pk === row.pk);
  const usage = addUsage(used);
  const { pk, name, kind, version, terms_from } = row;
  return {
    pk,
    name,
    kind,
    version,
    terms_from,
    ...terms,
    codes: rows.codes
      .filter(({ sponsor }) => sponsor === pk)
      .map((code) => ({ pk: code.pk, code: code.code, name: code.name })),
    visits: usage.visits,
    value: cents(usage.value),
    used_share: computeUsedShare(terms, usage),
    used_up: findUsedUp(terms, used, usage, days),
    overage_visits: usage.beyond_visits + (usage.crossing ? 1 : 0),
    bill: computeBill(terms, usage),
  };
}

/** Usage of codes that have no sponsor, and last of visits whose code isn't known. */
function listOthers({ usage, codes }: MonthRows): LoneUsage[] {
  const names = new Map(codes.map(({ pk, code, name }) => [pk, { pk, code, name }]));
  return usage
    .filter(({ sponsor_pk }) => sponsor_pk === null)
    .map(({ code_pk, visits, value }) => ({
      code: code_pk === null ? null : (names.get(code_pk) ?? null),
      visits,
      value: cents(value),
    }))
    .sort((a, b) => Number(a.code === null) - Number(b.code === null));
}

const sumUp = (amounts: readonly (Cents | null)[]) =>
  cents(amounts.reduce((total: number, amount) => total + (amount ?? 0), 0));

/** The bills of a month. */
export async function readBills(
  scope: SpotScope,
  month: LocalDate,
  now: Instant,
): Promise<ValidationMonth> {
  const rows = await readMonth(scope, month);
  const today = toLocalDate(now, scope.timezone);
  const sponsors = rows.sponsors.map((row) => toSponsorMonth(row, rows, { month, today }));
  const others = listOthers(rows);
  const all = [...sponsors, ...others];
  return {
    month,
    today,
    is_over: startOfMonth(today) > month,
    sponsors,
    others,
    visits: all.reduce((total, { visits }) => total + visits, 0),
    value: sumUp(all.map(({ value }) => value)),
    bill: sumUp(sponsors.map(({ bill }) => bill)),
    codes: rows.codes,
  };
}

/** The same without amounts of money, for a caller who may not read them. */
export function hideMoney(scope: SpotScope, bills: ValidationMonth): ValidationMonth {
  if (mayReadMoney(scope)) return bills;
  const hidden = { value: null, bill: null };
  return {
    ...bills,
    ...hidden,
    sponsors: bills.sponsors.map((sponsor) => ({
      ...sponsor,
      ...hidden,
      allowance_value: null,
      price: null,
    })),
    others: bills.others.map((usage) => ({ ...usage, value: null })),
  };
}
