import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { cents, sum } from '@lotkeeper/contract/kernel/money';
import {
  addValetPhoto,
  changeValetPhone,
  checkInValetSession,
  checkOutValetSession,
  createValetSession,
  fetchValetCar,
  getValetSessionByCode,
  getValetSummary,
  listValetLots,
  listValetSessions,
  payValetSession,
  releaseValetSession,
  resendValetCode,
  takeValetCash,
  updateValetSession,
  valetPageSize,
} from '@lotkeeper/contract/operations/valet';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { Publish } from '../../../kernel/http/live.ts';
import type { MessageServers } from '../../../kernel/messages/message-servers.ts';
import type { PaymentProcessor } from '../../../processor/processor.ts';
import { balanceAt, quoteAt } from './balance.rules.ts';
import { listLotRows, listSessionRows, readSummary, sessionNamed } from './valet.queries.ts';
import { changeVehicle, checkIn, checkOut } from './valet-changes.ts';
import {
  enterCode,
  findByCode,
  listUntexted,
  phoneFrom,
  resendCodes,
  startSession,
} from './valet-codes.ts';
import type { ValetLinks } from './valet-links.ts';
import { pay } from './valet-payments.ts';
import { addPhoto } from './valet-photos.ts';
import type { SessionRow } from './valet-rows.ts';
import { createSessionSerializer, findSessionRates } from './valet-rows.ts';
import { changePhone, fetchCar, release, takeCash } from './valet-ways-out.ts';

/** Photos that a person may send per hour. */
const photosAnHour = 600;

interface Deps {
  limiter: Limiter;
  clock: Clock;
  processor: PaymentProcessor;
  files: FileStore;
  pictures: PictureAddresses;
  publish: Publish;
  servers: MessageServers;
  links: ValetLinks;
}

/** Cars that their drivers have requested, longest waiting first. */
const requestsAmong = (active: readonly SessionRow[]) =>
  active
    .filter(({ requested_at }) => requested_at !== null)
    .sort((a, b) => (a.requested_at ?? 0) - (b.requested_at ?? 0) || a.pk - b.pk)
    .slice(0, valetPageSize);

/** The valet stand: the cars that are there, and everything that is done with them. */
export function valetRoutes(serve: Serve, deps: Deps): void {
  const { limiter, files, pictures, publish } = deps;
  const wire = (scope: SpotScope, now: Instant) =>
    createSessionSerializer(pictures, scope.organizationId, now);
  /** Notifies viewers of the property of a change, and returns the result to the caller. */
  const publishChange = (scope: SpotScope, row: SessionRow, now: Instant) => {
    publish('server:valet', { organizationId: scope.organizationId, pk: scope.spotPk });
    return wire(scope, now)(row);
  };
  /** Like `done`, when a rental or money was recorded, which other pages show. */
  const publishRecord = (scope: SpotScope, row: SessionRow, now: Instant) => {
    publish('server:newRecords', { organizationId: scope.organizationId, pk: scope.spotPk });
    return publishChange(scope, row, now);
  };

  serve(listValetLots, async ({ scope }) => listLotRows(scope));

  serve(getValetSummary, async ({ scope, now }) => {
    const { checkedIn, checkedOut, active } = await readSummary(scope, now);
    const balances = active.map((row) => balanceAt(row, findSessionRates(row, now), now));
    return {
      here_now: active.length,
      checked_in_today: checkedIn,
      checked_out_today: checkedOut,
      outstanding_balance: sum(cents(0), ...balances),
      requests: requestsAmong(active).map(wire(scope, now)),
    };
  });

  serve(listValetSessions, async ({ scope, query: { code, ...filters }, now }) => {
    const found = code?.trim() ? await findByCode(limiter, scope, code, now) : undefined;
    if (found === null) return { count: 0, results: [] };
    const pkFilter = found && { pk: found.pk };
    const { count, rows } = await listSessionRows(scope, { ...filters, ...pkFilter }, now);
    return { count, results: rows.map(wire(scope, now)) };
  });

  serve(getValetSessionByCode, async ({ scope, params, now }) => {
    const row = await enterCode(limiter, scope, params.code, now);
    return { ...wire(scope, now)(row), quote: quoteAt(row, findSessionRates(row, now), now) };
  });

  serve(createValetSession, async ({ scope, body, now }) => {
    const input = { phone: phoneFrom(body), request: body.request };
    const row = await startSession(limiter, scope, input, now);
    const untexted = await listUntexted(deps, scope, [row.pk]);
    return { ...publishChange(scope, row, now), untexted };
  });

  serve(checkInValetSession, async ({ scope, params, body, now }) =>
    publishRecord(scope, await checkIn(scope, sessionNamed(params.id), body, now), now),
  );

  serve(checkOutValetSession, async ({ scope, params, now }) =>
    publishRecord(scope, await checkOut(scope, sessionNamed(params.id), now), now),
  );

  serve(payValetSession, async ({ scope, params, body, now }) => {
    const quote = { balance: body.balance, quoted_at: body.quoted_at ?? now };
    const paying = pay(deps, scope, sessionNamed(params.id), quote, now);
    // A decline is shown everywhere at once.
    const row = await paying.catch((error: unknown) => {
      publish('server:valet', { organizationId: scope.organizationId, pk: scope.spotPk });
      throw error;
    });
    return publishRecord(scope, row, now);
  });

  serve(takeValetCash, async ({ scope, params, body, now }) =>
    publishRecord(scope, await takeCash(scope, sessionNamed(params.id), body, now), now),
  );

  serve(releaseValetSession, async ({ scope, params, body, now }) =>
    publishChange(scope, await release(scope, sessionNamed(params.id), body.reason, now), now),
  );

  serve(changeValetPhone, async ({ scope, params, body, now }) => {
    const input = { name: sessionNamed(params.id), phone: phoneFrom(body) };
    const row = await changePhone(limiter, scope, input, now);
    const untexted = await listUntexted(deps, scope, [row.pk]);
    return { ...publishRecord(scope, row, now), untexted };
  });

  serve(fetchValetCar, async ({ scope, params, now }) =>
    publishChange(scope, await fetchCar(scope, sessionNamed(params.id), now), now),
  );

  serve(resendValetCode, async ({ scope, body, now }) => {
    const sessions = await resendCodes(limiter, scope, phoneFrom(body), now);
    return { untexted: await listUntexted(deps, scope, sessions) };
  });

  serve(updateValetSession, async ({ scope, params, body, now }) =>
    publishChange(scope, await changeVehicle(scope, sessionNamed(params.id), body, now), now),
  );

  serve(addValetPhoto, async ({ scope, params, body, now }) => {
    await limiter.enforce(`valet photos of ${scope.person.pk}`, photosAnHour, now, 'uploads');
    const bytes = body ?? new Uint8Array();
    const photo = { name: sessionNamed(params.id), bytes, files };
    return publishChange(scope, await addPhoto(scope, photo, now), now);
  });
}
