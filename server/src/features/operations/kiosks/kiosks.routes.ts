import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toEpochSeconds } from '@lotkeeper/contract/kernel/calendar';
import {
  acceptPins,
  createKiosk,
  endKiosk,
  getKiosk,
  kioskMessages,
  kioskRules,
  listKiosks,
  listWaitingVisitors,
  lockKiosk,
  openKiosk,
  undoValidation,
  unlockKiosk,
  validateVisitor,
  withdrawPlate,
} from '@lotkeeper/contract/operations/kiosks';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { KioskScope, SpotScope } from '../../../kernel/access/scope.ts';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Sql } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { getClientNetwork } from '../../../kernel/load/client-network.ts';
import { Refusal, wrongFields } from '../../../kernel/refusal.ts';
import {
  undoValidation as undo,
  validateVisitor as validate,
  withdrawVisitor,
} from '../../../records/operations/visitor-changes.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { readSpotColumns } from '../../platform/spots/public.ts';
import {
  findByRequest,
  insertKiosk,
  listKioskRows,
  listWaitingRows,
  lockKioskNow,
  readPlate,
  redeemTicket,
  resetPinFailures,
  settleValidation,
  stopKiosk,
  takeUndo,
  unlockByPin,
} from './kiosks.queries.ts';
import type { RequestedValidity } from './kiosks.rules.ts';
import { calendarDays, computeValidation } from './kiosks.rules.ts';

/** Tickets that one IP address may try per hour. */
const triesPerAddress = 120;

const isLocked = ({ kiosk }: KioskScope, now: Instant) =>
  kiosk.unlockedUntil === null || kiosk.unlockedUntil <= now;

/** Refuses a kiosk that staff has not just unlocked, and grants beyond its limits. */
function checkedValidation(
  scope: SpotScope | KioskScope,
  request: RequestedValidity,
  now: Instant,
) {
  const kiosk = scope.kind === 'kiosk' ? scope.kiosk : null;
  if (scope.kind === 'kiosk' && isLocked(scope, now)) {
    throw new Refusal('not_allowed', kioskMessages.locked);
  }
  const validation = computeValidation(request, kiosk, now, scope.timezone);
  if ('until' in validation) return validation;
  const { field, message } = validation;
  throw wrongFields({ [field]: message });
}

/** Screens where guests ask for validation, and what they and staff do there. */
export function kiosksRoutes(
  serve: Serve,
  { sql, limiter, secretBox }: { sql: Sql; limiter: Limiter; secretBox: SecretBox },
): void {
  serve(listKiosks, async ({ scope, now }) => listKioskRows(scope, now));

  serve(createKiosk, async ({ scope, body, now }) => {
    const { mode, minutes, pin } = body;
    return insertKiosk(scope, secretBox, { mode, minutes, pin }, now);
  });

  serve(endKiosk, async ({ scope, params, now }) => stopKiosk(scope, params.id, now));

  serve(acceptPins, async ({ scope, params, now }) => resetPinFailures(scope, params.id, now));

  serve(openKiosk, async ({ body, now, request }) => {
    await limiter.enforce(`kiosk ticket ${getClientNetwork(request)}`, triesPerAddress, now);
    return { token: await redeemTicket(sql, body.ticket, now) };
  });

  serve(getKiosk, async ({ scope, now }) => {
    const { timezone, kiosk, spotPk } = scope;
    const { today, last } = calendarDays(now, timezone);
    const { name, state } = await readSpotColumns(scope, 'name', 'state');
    const [organization] = await scope.read<[{ operator: string }]>(
      (sql) => sql`select name as operator from organizations where pk = ${scope.organizationId}`,
    );
    const { mode, minutes } = kiosk;
    const spot = { spot: spotPk, spot_name: name, ...organization, state, timezone };
    return { ...spot, mode, minutes, today, last_day: last };
  });

  serve(unlockKiosk, async ({ scope, body, now }) => {
    await unlockByPin(scope, secretBox, body.pin, now);
    return { seconds: kioskRules.unlockedSeconds };
  });

  serve(lockKiosk, async ({ scope }) => {
    await lockKioskNow(scope);
  });

  serve(withdrawPlate, async ({ scope, body, now }) => {
    const isGuest = 'request' in body;
    if (!isGuest && isLocked(scope, now)) throw new Refusal('not_allowed', kioskMessages.locked);
    const isWithdrawn = await withRecorder(scope, async (recorder) => {
      const pk = isGuest
        ? await findByRequest(recorder.tx, scope, body.request, now)
        : body.visitor_pk;
      return pk !== null && withdrawVisitor(recorder, { pk, spot_pk: scope.spotPk }, now);
    });
    if (isWithdrawn) return;
    throw new Refusal('conflict', kioskMessages[isGuest ? 'tooLateToCorrect' : 'notWaiting']);
  });

  serve(undoValidation, async ({ scope, now }) => {
    const plate = await withRecorder(scope, async (recorder) => {
      const validated = await takeUndo(recorder.tx, scope, now);
      const isUndone = validated && (await undo(recorder, scope.spotPk, validated, now));
      return isUndone ? readPlate(recorder.tx, scope.organizationId, validated.pk) : null;
    });
    if (plate === null) throw new Refusal('conflict', kioskMessages.tooLateToUndo);
    return { plate };
  });

  serve(listWaitingVisitors, async ({ scope, now }) => {
    const results = await listWaitingRows(scope, now);
    return { results, count: results.length };
  });

  serve(validateVisitor, async ({ scope, body, now }) => {
    const { until, minutes } = checkedValidation(scope, body, now);
    const visitor = {
      pk: body.visitor_pk,
      spot_pk: scope.spotPk,
      validation_source: scope.kind === 'kiosk' ? ('kiosk' as const) : body.validation_source,
    };
    const grant = { code_pk: null, kind: 'until' as const, ends_at: until };
    const done = await withRecorder(scope, async (recorder) => {
      const { tx } = recorder;
      const validated = await validate(recorder, visitor, grant, now);
      if (!validated) return null;
      const is_locked =
        scope.kind === 'kiosk' && (await settleValidation(tx, scope, validated, now));
      return { plate: await readPlate(tx, scope.organizationId, visitor.pk), is_locked };
    });
    if (!done) throw new Refusal('conflict', kioskMessages.notWaiting);
    return { ...done, valid_until: toEpochSeconds(until), minutes };
  });
}
