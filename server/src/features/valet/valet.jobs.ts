import { createHash } from 'node:crypto';
import { driverPagePath } from '@lotkeeper/contract/valet';
import type { Clock } from '../../kernel/clock.ts';
import type { Database, Sql } from '../../kernel/data/database.ts';
import type { JobHandlers, JobPayloads } from '../../kernel/data/jobs.ts';
import type { Live } from '../../kernel/http/live.ts';
import type { Message, Messenger } from '../../kernel/messages/messages.ts';
import type { PaymentProcessor } from '../../processor/processor.ts';
import { ProcessorDown } from '../../processor/processor.ts';
import type { Writer } from '../../records/processor-orders.ts';
import type { ValetLinks } from './valet-links.ts';
import { listUnsettled, valetOrders } from './valet-orders.queries.ts';
import { askProcessor } from './valet-payments.ts';

interface PendingCode {
  uuid: string;
  code: string;
  phone: string;
  lot: string;
}

/** The text of a code; the key is the same at each try, and another for each text. */
function composeMessage(to: PendingCode, link: string, askedAt: number): Message {
  const name = createHash('sha256').update(`valet ${to.uuid} ${askedAt}`).digest('hex');
  return {
    medium: 'sms',
    to: to.phone,
    subject: 'Your valet code',
    text: `Your valet code at ${to.lot} is ${to.code}. Manage rental and ask for your car: ${link}`,
    key: `valet-${name.slice(0, 32)}`,
  };
}

/** The job behind a valet code: texts it with the driver's link, as long as the session has not ended. */
export function makeValetCodeSender(deps: {
  sql: Sql;
  links: ValetLinks;
  messenger: Messenger;
  publicUrl: () => string;
}) {
  return async (job: JobPayloads['send_valet_code']): Promise<void> => {
    const { organization_id: organizationId, session_pk: pk, asked_at } = job;
    const [to] = await deps.sql<PendingCode[]>`
      select v.uuid, v.code, v.phone, s.name as lot from valet_sessions v
      join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
      where v.organization_id = ${organizationId} and v.pk = ${pk} and v.status <> 'ended'`;
    if (!to) return;
    const page = driverPagePath(deps.links.tokenOf({ organizationId, pk }));
    await deps.messenger.send(composeMessage(to, `${deps.publicUrl()}${page}`, asked_at));
  };
}

/** The job that brings payments to their end whose end nobody knows; the others wait for no processor that is down. */
export function makeValetOrderSweeper(deps: {
  database: Database;
  clock: Clock;
  processor: PaymentProcessor;
  publish: Live['publish'];
}): JobHandlers['sweep_valet_orders'] {
  return async () => {
    const { database, clock, processor, publish } = deps;
    const { system } = database;
    for (const left of await listUnsettled(system, processor.name, clock())) {
      const { organization_id: organizationId, spot_pk } = left;
      const write: Writer['write'] = (work) => system.begin(work);
      const order = await write((tx) =>
        valetOrders.claimOrder(
          { tx, organizationId },
          { pk: left.pk, processor: processor.name },
          clock(),
        ),
      );
      if (!order) continue;
      try {
        await askProcessor(deps, { organizationId, write }, order);
        publish('server:newRecords', { organizationId, pk: spot_pk });
        publish('server:valet', { organizationId, pk: spot_pk });
      } catch (error) {
        if (!(error instanceof ProcessorDown)) throw error;
      }
    }
  };
}
