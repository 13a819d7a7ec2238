import {
  getTicketByCode,
  listTickets,
  listTicketsByPlate,
  violationMessages,
  waiverReason,
  waiveTicket,
} from '@lotkeeper/contract/cars/violations';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { waiveByPerson } from '../../../records/cars/violations.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
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

  serve(waiveTicket, async ({ scope, params, now }) => {
    await waive(scope, params.id, now);
    const [ticket] = await tickets.byUuid(scope, params.id, now);
    return requireFound(ticket, 'violation');
  });
}
