import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import type { SponsorTerms } from '@lotkeeper/contract/operations/validation-bills';
import {
  createValidationSponsor,
  downloadValidationBill,
  downloadValidationUsage,
  endValidationSponsor,
  getValidationBills,
  listValidationVisits,
  updateValidationSponsor,
  validationVisitsPerPage,
} from '@lotkeeper/contract/operations/validation-bills';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import { mayReadMoney } from '../../../kernel/access/scope.ts';
import { PdfFile } from '../../../kernel/http/binary-files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { must } from '../../../kernel/must.ts';
import { requireFound } from '../../../kernel/refusal.ts';
import { billVisit, findPartBeyond } from './bill.rules.ts';
import { drawBill } from './bill-pdf.ts';
import { hideMoney, readBills, toTerms } from './month-bills.ts';
import { changeSponsor, endSponsor, insertSponsor } from './sponsors.queries.ts';
import { writeBills, writeVisits } from './usage.file.ts';
import type { VisitRow, VisitsOf } from './usage.queries.ts';
import { listVisits, readNames, readSponsor } from './usage.queries.ts';

/** Bills that a person can download per hour. */
const maxBills = 300;

/** Visits that are read at once for a file. */
const batchVisits = 2000;

const findTerms = async (scope: SpotScope, sponsor: number, month: LocalDate) => {
  const [row] = await readSponsor(scope, sponsor, month);
  return toTerms(requireFound(row, 'sponsor'));
};

const coverage = (terms: SponsorTerms, visit: VisitRow) => {
  const beyond = findPartBeyond(terms, visit);
  if (beyond === null) return 'allowance' as const;
  return beyond === visit.value ? ('billed' as const) : ('part' as const);
};

function toVisit(row: VisitRow, terms: SponsorTerms | null, withMoney: boolean) {
  const { pk, plate, state, local_date, entrance_at, exit_at, code, value } = row;
  return {
    pk,
    plate,
    state,
    date: local_date,
    entrance_timestamp: entrance_at && toEpochSeconds(entrance_at),
    exit_timestamp: exit_at && toEpochSeconds(exit_at),
    code,
    coverage: terms ? coverage(terms, row) : ('none' as const),
    value: withMoney ? value : null,
    billed: withMoney && terms ? billVisit(terms, row) : null,
  };
}

async function* eachVisit(scope: SpotScope, month: LocalDate, filter: VisitsOf) {
  let after = 0;
  for (;;) {
    const rows = await listVisits(scope, month, filter, { after, limit: batchVisits });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchVisits) return;
    after = last.number;
  }
}

/** Sponsors of validation codes, and what they are billed. */
export function validationBillsRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  serve(getValidationBills, async ({ scope, query, now }) =>
    hideMoney(scope, await readBills(scope, query.month, now)),
  );

  serve(listValidationVisits, async ({ scope, query }) => {
    const { month, sponsor, code, cursor } = query;
    const terms = sponsor === undefined ? null : await findTerms(scope, sponsor, month);
    const rows = await listVisits(
      scope,
      month,
      { sponsor, code },
      { after: Number(cursor ?? 0), limit: validationVisitsPerPage + 1 },
    );
    const results = rows.slice(0, validationVisitsPerPage);
    const last = rows.length > validationVisitsPerPage ? results.at(-1) : undefined;
    const withMoney = mayReadMoney(scope);
    return {
      results: results.map((row) => toVisit(row, terms, withMoney)),
      next: last ? String(last.number) : null,
    };
  });

  serve(createValidationSponsor, async ({ scope, body, now }) => insertSponsor(scope, body, now));

  serve(updateValidationSponsor, async ({ scope, params, body, now }) =>
    changeSponsor(scope, params.id, body, now),
  );

  serve(endValidationSponsor, async ({ scope, params, query, now }) =>
    endSponsor(scope, params.id, query.from, now),
  );

  serve(downloadValidationBill, async ({ scope, query, now }) => {
    await limiter.enforce(`validation bills ${scope.person.pk}`, maxBills, now, 'downloads');
    const { month } = query;
    const [bills, [names]] = await Promise.all([readBills(scope, month, now), readNames(scope)]);
    const sponsor = requireFound(
      bills.sponsors.find(({ pk }) => pk === query.sponsor),
      'sponsor',
    );
    const bytes = await drawBill({
      ...must(names, 'names of a property'),
      timezone: scope.timezone,
      month,
      isOver: bills.is_over,
      sponsor,
      createdAt: now,
    });
    return new PdfFile(`Validations ${sponsor.name} ${month.slice(0, 7)}`, bytes);
  });

  serve(downloadValidationUsage, async ({ scope, query, now }) => {
    await limiter.enforce(`validation bills ${scope.person.pk}`, maxBills, now, 'downloads');
    const { month, sponsor } = query;
    if (sponsor === undefined) {
      const bills = await readBills(scope, month, now);
      return writeBills(`Validations ${month.slice(0, 7)}`, bills);
    }
    const [row] = await readSponsor(scope, sponsor, month);
    const found = requireFound(row, 'sponsor');
    const context = { terms: toTerms(found), timezone: scope.timezone };
    const name = `Validations ${found.name} ${month.slice(0, 7)}`;
    return writeVisits(name, context, eachVisit(scope, month, { sponsor }));
  });
}
