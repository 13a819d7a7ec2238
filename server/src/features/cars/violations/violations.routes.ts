import {
  downloadOpenTickets,
  getTicketByCode,
  listOpenTickets,
  listTickets,
  listTicketsByPlate,
  violationMessages,
  waiverReason,
  waiveTicket,
} from '@lotkeeper/contract/cars/violations';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { CsvColumns } from '../../../kernel/http/csv.ts';
import { moneyCell, toCsvFile } from '../../../kernel/http/csv.ts';
import { inFileName } from '../../../kernel/http/downloads.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/audit-entries.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { waiveByPerson } from '../../../records/violations.ts';
import { readOrganization } from '../../platform/organizations/public.ts';
import type { OpenRow } from './open-tickets.queries.ts';
import { readOpen, readOpenPage } from './open-tickets.queries.ts';
import { readTicketPage, ticketQueries } from './violations.queries.ts';

const notOpen = { Paid: violationMessages.alreadyPaid, Waived: violationMessages.alreadyWaived };

/** Waives a violation and writes an audit entry. If two people do so at once, one is refused. */
function waive(scope: SpotScope, uuid: string, now: Instant): Promise<void> {
  const { spotPk, person } = scope;
  return withRecorder(scope, async (recorder) => {
    const waiver = { person: person.pk, reason: waiverReason };
    const waived = requireFound(
      await waiveByPerson(recorder, { uuid, spot_pk: spotPk }, waiver, now),
      'violation',
    );
    if (waived.before !== 'Created') {
      throw new Refusal('conflict', notOpen[waived.before]);
    }
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'change',
      subject: 'violation',
      pk: waived.pk,
      before: { status: 'Created' },
      after: { status: 'Waived', waived_reason: waiverReason },
    });
  });
}

const openColumns = (now: Instant): CsvColumns<OpenRow> => [
  ['Property', ({ spot }) => spot.name],
  ['Number', ({ code }) => code],
  ['License Plate', ({ plate }) => plate],
  ['State', ({ state }) => state],
  ['Created', ({ created_at, spot }) => toLocalDate(created_at, spot.timezone)],
  ['Days', ({ created_at }) => Math.floor((now - created_at) / dayMs)],
  ['Penalty', ({ amount }) => moneyCell(amount)],
];

/** Penalty notices, called tickets on the wire: finding and waiving them. */
export function violationsRoutes(serve: Serve, { pictures }: { pictures: PictureAddresses }): void {
  const tickets = ticketQueries(pictures);

  serve(getTicketByCode, async ({ scope, params, now }) => {
    const [ticket] = await tickets.byCode(scope, params.code.toUpperCase(), now);
    return requireFound(ticket, 'violation');
  });

  serve(listTicketsByPlate, async ({ scope, query, now }) => {
    const key = plateKey(query.plate);
    return key === '' ? [] : tickets.byPlateKey(scope, key, now);
  });

  serve(listTickets, ({ scope, query }) => readTicketPage(scope, query));

  serve(listOpenTickets, async ({ scope, query, now }) => {
    const { organization: _, ...question } = query;
    const { results, ...sums } = await readOpenPage(scope, { ...question, now });
    return {
      ...sums,
      results: results.map((row) => ({ ...row, created_at: toEpochSeconds(row.created_at) })),
    };
  });

  serve(downloadOpenTickets, async ({ scope, query, now }) => {
    const [{ name }, rows] = await Promise.all([
      readOrganization(scope),
      readOpen(scope, { now, older_than: query.older_than }),
    ]);
    return toCsvFile(`open-violations ${inFileName(name)}`, openColumns(now), [rows]);
  });

  serve(waiveTicket, async ({ scope, params, now }) => {
    await waive(scope, params.id, now);
    const [ticket] = await tickets.byUuid(scope, params.id, now);
    return requireFound(ticket, 'violation');
  });
}
