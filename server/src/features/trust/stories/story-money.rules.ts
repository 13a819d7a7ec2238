import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { BasisPoints } from '@lotkeeper/contract/kernel/money';
import { sum } from '@lotkeeper/contract/kernel/money';
import type { CommissionTerms } from '@lotkeeper/contract/money/ledger';
import {
  computeCommission,
  computeCommissioned,
  computeNet,
  findCommissionBase,
} from '@lotkeeper/contract/money/ledger';
import { formatDiscount } from '@lotkeeper/contract/operations/promo-codes';
import { isBookingSite, rentalGroups } from '@lotkeeper/contract/people/rentals';
import type {
  StoryEntry,
  StoryMoney,
  StoryPrice,
  StoryRate,
} from '@lotkeeper/contract/trust/stories';
import type { StoryEvent } from '@lotkeeper/contract/trust/story-events';
import type { Rate } from '../../../records/operations/stay-price.ts';
import type { FactsRow } from './story-facts.queries.ts';
import type { EntryRow, MoneyRow, Parts, PayoutRow } from './story-money.queries.ts';

/** The last day of a payout's period, '2026-10' or '2026-10-31'; null if it isn't one. */
export function findPeriodEnd(period: string): LocalDate | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(period)) return period as LocalDate;
  if (!/^\d{4}-\d{2}$/.test(period)) return null;
  return addDays(addMonths(`${period}-01` as LocalDate, 1), -1);
}

/** A payout's statement descriptor ends with its period; see `decide` of payouts.jobs.ts. */
const readPeriod = ({ period, statement_descriptor }: PayoutRow) =>
  period ?? statement_descriptor.split(' ').at(-1) ?? '';

/** The first payout that covers a day (decision 017); null = the day isn't paid out yet. */
export function findPayout(day: LocalDate, payouts: readonly PayoutRow[]): PayoutRow | null {
  const found = payouts.find((payout) => {
    const until = findPeriodEnd(readPeriod(payout));
    return until !== null && until >= day;
  });
  return found ?? null;
}

/** The commission rate, if it results in exactly the commission of an entry; an entry of zero has none. */
export function findCommissionRate(
  entry: Pick<EntryRow, 'kind' | 'local_date'> & Parts,
  terms: CommissionTerms,
): BasisPoints | null {
  const isExact = computeCommission(entry, terms, entry.local_date) === entry.commission;
  const base = findCommissionBase(terms.bases, entry.local_date);
  return isExact && computeCommissioned(entry, base) !== 0 ? terms.rate : null;
}

function addNet(amounts: Parts): Parts & Pick<StoryEntry, 'net'> {
  return { ...amounts, net: computeNet({ ...amounts, refunds: amounts.refund }) };
}

function toEntry({ payouts, ...row }: EntryRow, terms: CommissionTerms): StoryEntry {
  const payout = findPayout(row.local_date, payouts);
  return {
    ...row,
    ...addNet(row),
    commission_rate: findCommissionRate(row, terms),
    payout: payout && {
      pk: payout.pk,
      local_date: payout.local_date,
      statement_descriptor: payout.statement_descriptor,
    },
  };
}

/** The ledger entries of a story with their net and their payouts. */
export function toMoney({ entries, totals, commission }: MoneyRow): StoryMoney {
  return {
    entries: entries.map((row) => toEntry(row, commission)),
    totals: addNet(totals),
  };
}

const eventKinds = { charge: 'charged', penalty: 'penalty_paid', refund: 'refunded' } as const;

/** The money events of a story: each ledger entry that isn't zero, and each payout. */
export function listMoneyEvents(row: MoneyRow, money: StoryMoney): StoryEvent[] {
  const moved = money.entries
    .filter(({ gross, refund }) => gross + refund > 0)
    .map((entry): StoryEvent => {
      const { pk, kind, happened_at } = entry;
      const amount = kind === 'refund' ? entry.refund : entry.gross;
      return { kind: eventKinds[kind], happened_at, entry: pk, amount };
    });
  const payouts = new Map(
    row.entries.flatMap((entry) => entry.payouts.map((payout) => [payout.pk, payout])),
  );
  const pks = new Set(money.entries.flatMap(({ payout }) => (payout ? [payout.pk] : [])));
  const paidOut = [...payouts.values()]
    .filter(({ pk }) => pks.has(pk))
    .map(({ pk, happened_at, local_date }): StoryEvent => {
      const paid = money.entries.filter(({ payout }) => payout?.pk === pk);
      const amount = sum(...paid.map(({ net }) => net));
      return { kind: 'paid_out', happened_at, local_date, amount };
    });
  return [...moved, ...paidOut];
}

const toStoryRate = ({ rule, name, price, unit, base_price }: Rate): StoryRate => ({
  rule,
  name,
  price,
  unit,
  base_price,
});

/** Whether the price in force at the start is relevant to a rental's own. */
export const isPricedAtStart = ({ rental_pk, rental_type, source }: FactsRow) =>
  rental_pk !== null &&
  (rentalGroups.transient as readonly string[]).includes(rental_type) &&
  !isBookingSite(source);

/** How the price of a story's rental was determined, as far as it's recorded. */
export function explainPrice(
  facts: FactsRow,
  { keptRate, rateAtStart }: { keptRate: Rate | null; rateAtStart: Rate | null },
): StoryPrice | null {
  if (facts.rental_pk === null) return null;
  const { promo, price_monthly, price_per_slot } = facts;
  const price = price_monthly ?? price_per_slot;
  const ownBasis = price_monthly === null ? ('space' as const) : ('month' as const);
  const basis = price === null ? ('sender' as const) : ownBasis;
  return {
    basis: keptRate ? 'kept' : basis,
    rate: keptRate && toStoryRate(keptRate),
    price,
    rate_at_start: keptRate || !rateAtStart ? null : toStoryRate(rateAtStart),
    promo_code: promo && {
      code: promo.code,
      formatted_value: formatDiscount(promo.discount_type, promo.amount),
    },
  };
}
