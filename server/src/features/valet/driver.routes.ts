import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { DriverRequest } from '@lotkeeper/contract/valet';
import {
  getDriverRequest,
  putCardOnFile,
  requestCar,
  startCardSetup,
  valetMessages,
} from '@lotkeeper/contract/valet';
import type { Limiter } from '../../kernel/access/limits.ts';
import type { SqlPool } from '../../kernel/data/database.ts';
import type { SpotChange } from '../../kernel/data/spot-changes.ts';
import type { Serve } from '../../kernel/http/call.ts';
import type { Live } from '../../kernel/http/live.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { PaymentProcessor } from '../../processor/processor.ts';
import { ProcessorDown, ProcessorRefused } from '../../processor/processor.ts';
import type { Within } from '../../records/processor-orders.ts';
import { changeValetSession, lockValetSession, onFile } from '../../records/valet-sessions.ts';
import { balanceAt } from './balance.rules.ts';
import { sessionIn } from './valet.queries.ts';
import { conflict } from './valet-changes.ts';
import type { ValetLinks } from './valet-links.ts';
import type { SessionRow } from './valet-rows.ts';
import { toCar } from './valet-rows.ts';

/** Cards that may be tried for one session in an hour. */
const cardsAnHour = 10;

/** What a driver opens by their link, with the name of the lot. */
interface OpenedSession {
  row: SessionRow;
  lot: string;
  spot: SpotChange;
}

const ended = () => new Refusal('not_found', valetMessages.deadLink);

/** What a link opens; refuses when its session has ended, as when there is none. */
async function open(within: Within, pk: number): Promise<OpenedSession> {
  const { tx, organizationId } = within;
  const row = await sessionIn(within, pk);
  if (!row || row.status === 'ended') throw ended();
  const [spot] = await tx<{ name: string }[]>`
    select name from spots where organization_id = ${organizationId} and pk = ${row.spot_pk}`;
  return { row, lot: spot?.name ?? '', spot: { organizationId, pk: row.spot_pk } };
}

const toWire = ({ row, lot }: OpenedSession, now: Instant): DriverRequest => ({
  lot,
  status: row.status,
  car: toCar(row),
  make: row.make,
  model: row.model,
  color: row.color,
  requested_at: row.requested_at,
  outstanding_balance: balanceAt(row, row, now),
  card:
    row.card_brand && row.card_last_four
      ? { brand: row.card_brand, last_four: row.card_last_four }
      : null,
});

/** What the processor says of a card, in words of ours: it refused it, or it cannot be asked. */
function asRefusal(error: unknown): unknown {
  if (error instanceof ProcessorRefused) return new Refusal('invalid_fields', error.message);
  if (!(error instanceof ProcessorDown)) return error;
  return new Refusal('unavailable', `${valetMessages.failed} ${valetMessages.retry}`);
}

/** What a driver does by the link that they were texted; nobody is signed in there. */
export function driverRoutes(
  serve: Serve,
  deps: {
    sql: SqlPool;
    limiter: Limiter;
    processor: PaymentProcessor;
    links: ValetLinks;
    publish: Live['publish'];
  },
): void {
  const { sql, limiter, processor, links, publish } = deps;
  /** Works on the session of a link, which nobody else changes meanwhile, and returns what it is after that. */
  const within = (token: string, work?: (within: Within, row: SessionRow) => Promise<void>) => {
    const sessionKey = links.sessionAt(token);
    if (!sessionKey) throw ended();
    return sql.begin(async (tx) => {
      const at = { tx, organizationId: sessionKey.organizationId };
      if (!work) return open(at, sessionKey.pk);
      await lockValetSession(at, sessionKey.pk);
      await work(at, (await open(at, sessionKey.pk)).row);
      return open(at, sessionKey.pk);
    });
  };

  serve(getDriverRequest, async ({ params, now }) => toWire(await within(params.token), now));

  serve(requestCar, async ({ params, now }) => {
    let news = false;
    const session = await within(params.token, async (at, row) => {
      if (row.status !== 'active') throw conflict(valetMessages.notCheckedIn);
      if (row.requested_at !== null) return;
      await changeValetSession(at, row.pk, { requested_at: now });
      news = true;
    });
    if (news) publish('server:valet', session.spot);
    return toWire(session, now);
  });

  serve(startCardSetup, async ({ params, now }) => {
    const { row } = await within(params.token);
    await limiter.enforce(`valet card setups of ${row.pk}`, cardsAnHour, now);
    const customer_ref = row.card_processor === processor.name ? row.customer_ref : null;
    const setup = await processor
      .startCard({ name: row.uuid, customer_ref })
      .catch((error: unknown) => {
        throw asRefusal(error);
      });
    return { client_secret: setup?.client_secret ?? null };
  });

  serve(putCardOnFile, async ({ params, body, now }) => {
    const { row } = await within(params.token);
    await limiter.enforce(`valet cards of ${row.pk}`, cardsAnHour, now);
    const customer_ref = row.card_processor === processor.name ? row.customer_ref : null;
    const card = await processor
      .keepCard({ name: row.uuid, customer_ref }, body.token)
      .catch((error: unknown) => {
        throw asRefusal(error);
      });
    const session = await within(params.token, (at, { pk }) =>
      changeValetSession(at, pk, onFile(processor.name, card)),
    );
    publish('server:valet', session.spot);
    return toWire(session, now);
  });
}
