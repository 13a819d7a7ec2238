import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Ticket } from '@lotkeeper/contract/violations';
import {
  getTicketByCode,
  listTickets,
  listTicketsByPlate,
  violationMessages,
  waiverReason,
  waiveTicket,
} from '@lotkeeper/contract/violations';
import { recordAuditEntry } from '../../kernel/access/audit.ts';
import type { PictureAddresses } from '../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../kernel/access/scope.ts';
import type { Serve } from '../../kernel/http/call.ts';
import { notFound, Refusal } from '../../kernel/refusal.ts';
import { openRecorder } from '../../records/recorder.ts';
import { waiveByPerson } from '../../records/violations.ts';
import { readTicketPage, ticketQueries } from './violations.queries.ts';

function theOne([ticket]: Ticket[]): Ticket {
  if (!ticket) throw notFound('violation');
  return ticket;
}

const notOpen = { Paid: violationMessages.alreadyPaid, Waived: violationMessages.alreadyWaived };

/** Waives a violation and writes the act down. Of two who do it at once one is refused. */
function waive(scope: SpotScope, uuid: string, now: Instant): Promise<void> {
  const { organizationId: organization, spotPk, person } = scope;
  return scope.write(async (tx) => {
    const recorder = await openRecorder(tx, organization);
    const waiver = { person: person.pk, reason: waiverReason };
    const waived = await waiveByPerson(recorder, { uuid, spot_pk: spotPk }, waiver, now);
    if (!waived) throw notFound('violation');
    if (waived.before !== 'Created') {
      throw new Refusal('conflict', notOpen[waived.before]);
    }
    const entry = {
      act: 'change',
      subject: { type: 'violation', pk: waived.pk },
      before: { status: 'Created' },
      after: { status: 'Waived', waived_reason: waiverReason },
    } as const;
    await recordAuditEntry(tx, scope, entry, now);
  });
}

/** Penalty notices, called tickets on the wire: finding and waiving them. */
export function violationsRoutes(serve: Serve, { pictures }: { pictures: PictureAddresses }): void {
  const tickets = ticketQueries(pictures);

  serve(getTicketByCode, async ({ scope, params, now }) =>
    theOne(await tickets.byCode(scope, params.code.toUpperCase(), now)),
  );

  serve(listTicketsByPlate, async ({ scope, query, now }) => {
    const key = plateKey(query.plate);
    return key === '' ? [] : tickets.byPlateKey(scope, key, now);
  });

  serve(listTickets, ({ scope, query }) => readTicketPage(scope, query));

  serve(waiveTicket, async ({ scope, params, now }) => {
    await waive(scope, params.id, now);
    return theOne(await tickets.byUuid(scope, params.id, now));
  });
}
