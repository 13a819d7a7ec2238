import { createCar } from '@lotkeeper/contract/cars/cars';
import type { Instant, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { fromEpochSeconds, toLocalTime } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { kioskMessages, kioskRules } from '@lotkeeper/contract/operations/kiosks';
import { maxValidDays } from '@lotkeeper/contract/operations/visitor-codes';
import type { Visitor } from '@lotkeeper/contract/operations/visitors';
import {
  createVisitor,
  listVisitors,
  removeVisitor,
  shortestSearch,
  updateVisitor,
  visitorMessages,
} from '@lotkeeper/contract/operations/visitors';
import type { Limiter } from '../../../kernel/access/limits.ts';
import type { KioskScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { parsePhone } from '../../../kernel/messages/phones.ts';
import { must } from '../../../kernel/must.ts';
import { notFound, Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { carKey, ensureCars } from '../../../records/cars.ts';
import { changeVisitor, deleteVisitor } from '../../../records/operations/visitor-changes.ts';
import { readGrants } from '../../../records/operations/visitor-grants.ts';
import type { VisitorGrant } from '../../../records/operations/visitors.ts';
import { recordVisitors } from '../../../records/operations/visitors.ts';
import type { Recorder } from '../../../records/recorder.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { requireShown } from '../../../records/shown.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import type { VisitorPlace } from './visitors.queries.ts';
import {
  listVisitorRows,
  lockVisitor,
  readVisitors,
  searchVisitorRows,
} from './visitors.queries.ts';
import { searchPatterns } from './visitors.rules.ts';

/** Normalizes what was typed about a person; an empty name or phone counts as none. */
function parsePerson(
  input: { name?: string | null | undefined; phone?: string | null | undefined },
  country: PlateCountry,
) {
  const phone = input.phone ? parsePhone(input.phone, country) : null;
  if (input.phone && phone === null) throw wrongFields({ phone: visitorMessages.phone });
  return {
    ...(input.name === undefined ? {} : { name: input.name || null }),
    ...(input.phone === undefined ? {} : { phone }),
  };
}

/** What was validated: the codes' grants, or a person's until a time; undefined when neither was sent. */
async function readGiven(
  recorder: Recorder,
  spotPk: number,
  { codes, valid_until }: { codes?: number[] | undefined; valid_until?: number | undefined },
  at: Instant,
): Promise<VisitorGrant[] | undefined> {
  if (valid_until === undefined)
    return codes && (await readCodeGrants(recorder, spotPk, codes, at));
  const ends_at = fromEpochSeconds(valid_until);
  if (ends_at <= at) throw wrongFields({ valid_until: visitorMessages.past });
  if (ends_at > at + maxValidDays * dayMs)
    throw wrongFields({ valid_until: visitorMessages.tooLate });
  return [{ code_pk: null, kind: 'until', ends_at }];
}

/** What codes grant; another property's code, a deleted one, and an expired one are refused with the same message. */
async function readCodeGrants(
  recorder: Recorder,
  spotPk: number,
  codes: readonly number[],
  at: Instant,
) {
  const given = await readGrants(recorder, spotPk, codes, at);
  if (!given) throw wrongFields({ codes: visitorMessages.code });
  return given;
}

async function requireVisitor(scope: VisitorPlace, pk: number, now: Instant): Promise<Visitor> {
  const [visitor] = await readVisitors(scope, [pk], now);
  return requireFound(visitor, 'visitor');
}

/** Values as a conflict words them: an end as the property's time. */
const describeShown =
  (zone: TimeZone) =>
  ({ valid_until, ...values }: Record<string, unknown>) => ({
    ...values,
    ...(typeof valid_until === 'number' && {
      valid_until: toLocalTime(fromEpochSeconds(valid_until), zone),
    }),
  });

/** Limits a kiosk, where anybody can type, to plates, and to a number of them per hour. */
async function checkKiosk(
  limiter: Limiter,
  { kiosk }: KioskScope,
  body: BodyOf<typeof createVisitor>,
  now: Instant,
) {
  if (body.validation_source !== 'kiosk' || body.name || body.phone) {
    throw new Refusal('not_allowed', kioskMessages.plateOnly);
  }
  if (!(await limiter.allow(`plates of kiosk ${kiosk.pk}`, kioskRules.platesPerHour, now))) {
    throw new Refusal('too_many_requests', kioskMessages.tooMany);
  }
}

/** A visitor without private data, for a screen in a lobby. */
const hidePrivateData = (visitor: Visitor): Visitor => ({
  ...visitor,
  name: null,
  phone: null,
  codes: [],
  validity_reason: '',
  is_always_valid: false,
  valid_until: null,
  visitor_sessions: [],
  created_at: visitor.updated_at,
});

/** Who parks free at a property. */
export function visitorsRoutes(serve: Serve, { limiter }: { limiter: Limiter }): void {
  serve(listVisitors, async ({ scope, query, now }) => {
    const { page, search } = query;
    const options = { page, expiring: query.expiring === 'true' };
    if (search.length < shortestSearch) return listVisitorRows(scope, options, now);
    return searchVisitorRows(scope, { ...options, words: searchPatterns(search) }, now);
  });

  serve(createVisitor, async ({ scope, body, now }) => {
    const { plate, state, country, validation_source, request = null } = body;
    if (scope.kind === 'kiosk') await checkKiosk(limiter, scope, body, now);
    const person = { name: null, phone: null, ...parsePerson(body, country) };
    const { pk, outcome } = await withRecorder(scope, async (recorder) => {
      const given = (await readGiven(recorder, scope.spotPk, body, now)) ?? [];
      const [recorded] = await recordVisitors(recorder, [
        {
          spot_pk: scope.spotPk,
          car: { plate, state, country },
          ...person,
          validation_source,
          grants: given,
          request,
          at: now,
        },
      ]);
      return must(recorded, 'recorded visitor');
    });
    const visitor = await requireVisitor(scope, pk, now);
    // The car's earlier names can only be found by a search, which is logged.
    const known = outcome === 'added' ? {} : { name: person.name, phone: person.phone };
    return scope.kind === 'kiosk' ? hidePrivateData(visitor) : { ...visitor, ...known };
  });

  serve(updateVisitor, async ({ scope, params, body, now }) => {
    const pk = params.id;
    const { plate, state, country } = body;
    const car = plate && state && country ? { plate, state, country } : undefined;
    const ended = await withRecorder(scope, async (recorder) => {
      const { tx } = recorder;
      const current = requireFound(await lockVisitor(tx, scope, pk, now), 'visitor');
      const describe = describeShown(scope.timezone);
      await requireShown(tx, scope, body.shown, current, { subject: 'visitor', pk, describe });
      const change = {
        car,
        ...parsePerson(body, country ?? 'US'),
        grants: await readGiven(recorder, scope.spotPk, body, now),
      };
      // Without values: what an audit log has of a person couldn't be forgotten.
      await recordAuditEntry(tx, scope, now, { act: 'change', subject: 'visitor', pk });
      return changeVisitor(recorder, { pk, spot_pk: scope.spotPk }, change, now);
    });
    if (ended === 'missing') throw notFound('visitor');
    if (ended === 'taken') throw wrongFields({ plate: visitorMessages.taken });
    return requireVisitor(scope, pk, now);
  });

  serve(removeVisitor, async ({ scope, params, now }) => {
    const pk = params.id;
    await withRecorder(scope, async (recorder) => {
      // Removed already, or over: no list has it any more.
      if (!(await lockVisitor(recorder.tx, scope, pk, now))) return;
      await recordAuditEntry(recorder.tx, scope, now, { act: 'remove', subject: 'visitor', pk });
      await deleteVisitor(recorder, { pk, spot_pk: scope.spotPk }, now);
    });
  });

  serve(createCar, async ({ scope, body }) => {
    const { spot: _, ...car } = body;
    const pks = await withRecorder(scope, (recorder) => ensureCars(recorder, [car]));
    return { pk: must(pks.get(carKey(car)), 'recorded car'), ...car };
  });
}
