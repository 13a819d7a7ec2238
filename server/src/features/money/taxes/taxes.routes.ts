import type { Instant, LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { addDays, addMonths } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { cents } from '@lotkeeper/contract/kernel/money';
import type { Taxes } from '@lotkeeper/contract/money/taxes';
import {
  describeTerms,
  downloadTaxes,
  formatTaxRate,
  getTaxes,
  removeTaxRate,
  setTaxRate,
  taxMessages,
} from '@lotkeeper/contract/money/taxes';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Tx } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { findNewestClosed } from '../close/public.ts';
import { taxesFile } from './taxes.file.ts';
import type { Reader } from './taxes.queries.ts';
import {
  countRates,
  deleteRate,
  findSpelling,
  hasRoom,
  lockRates,
  readRates,
  readTaxes,
  saveRates,
} from './taxes.queries.ts';
import { listOwed } from './taxes.rules.ts';
import { listWrong } from './wrong-taxes.rules.ts';

/** What is owed to whom for whole months. */
async function answerTaxes(
  reader: Reader,
  { month, months }: { month: LocalDate; months: number },
): Promise<Taxes> {
  const days = { from: month, to: addDays(addMonths(month, months), -1) };
  const { properties, rates, segments, wrong } = await readTaxes(reader, days);
  return {
    start_date: days.from,
    end_date: days.to,
    total: cents(segments.reduce((sum, { tax }) => sum + tax, 0)),
    ...listOwed(segments, properties, days),
    wrong: listWrong(wrong, properties),
    properties,
    rates,
  };
}

/** Serializes changes of rates, and refuses those from a day on that is in a closed month or before one. */
async function openRates(tx: Tx, organizationId: number, starts_on: LocalDate, refusal: Refusal) {
  const closed = await findNewestClosed(tx, organizationId);
  if (closed && starts_on < addMonths(closed, 1)) throw refusal;
  await lockRates(tx, organizationId);
}

/** Sets a rate at some properties. */
const saveRate = (
  scope: OrganizationScope,
  { shown, spots, ...input }: BodyOf<typeof setTaxRate>,
  now: Instant,
) =>
  scope.write(async (tx) => {
    const { organizationId } = scope;
    const names = [...new Set(spots)];
    const refusal = wrongFields({ starts_on: taxMessages.closed });
    await openRates(tx, organizationId, input.starts_on, refusal);
    const rate = { ...input, authority: await findSpelling(tx, organizationId, input.authority) };
    const counts = await countRates(tx, organizationId, names);
    const chosen = counts.spots;
    if (chosen.length !== names.length) throw wrongFields({ spots: taxMessages.spots });
    const rates = await readRates(tx, organizationId, chosen, rate);
    await requireShown(
      tx,
      scope,
      shown,
      { rates },
      {
        subject: 'tax rate',
        pk: null,
        name: rate.authority,
      },
    );
    if (!hasRoom(counts.rates, chosen.length)) throw new Refusal('conflict', taxMessages.tooMany);
    await saveRates(
      tx,
      organizationId,
      chosen.map((spot_pk) => ({ spot_pk, ...rate })),
    );
    const terms = describeTerms(rate);
    await recordAuditEntry(tx, scope, now, {
      act: 'change',
      subject: 'tax rate',
      name: rate.authority,
      after: {
        rate: formatTaxRate(rate.rate),
        ...(terms ? { terms } : {}),
        from: rate.starts_on,
        applies_to: rate.rental_groups.join(', '),
        properties: chosen.length,
      },
    });
    return { saved: chosen.length };
  });

const removeRate = (scope: OrganizationScope, rate: BodyOf<typeof removeTaxRate>, now: Instant) =>
  scope.write(async (tx) => {
    const refusal = new Refusal('conflict', taxMessages.closed);
    await openRates(tx, scope.organizationId, rate.starts_on, refusal);
    const [removed] = await deleteRate(tx, scope.organizationId, rate);
    if (removed) {
      await recordAuditEntry(tx, scope, now, {
        act: 'remove',
        subject: 'tax rate',
        name: rate.authority,
        before: { rate: formatTaxRate(removed.rate), from: rate.starts_on, property: rate.spot },
      });
    }
    return { removed: removed !== undefined };
  });

/** The taxes of places, and what is owed to them. */
export function taxesRoutes(serve: Serve): void {
  serve(getTaxes, ({ scope, query }) => answerTaxes(scope, query));
  serve(downloadTaxes, async ({ scope, query }) => taxesFile(await answerTaxes(scope, query)));
  serve(setTaxRate, ({ scope, body, now }) => saveRate(scope, body, now));
  serve(removeTaxRate, ({ scope, body, now }) => removeRate(scope, body, now));
}
