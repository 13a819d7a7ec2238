import type { PlateCheck } from '@lotkeeper/contract/cars/plate-checks';
import {
  checkPlateByKey,
  checkPlate as checkPlateEndpoint,
  plateCheckMessages,
  writeTicket,
} from '@lotkeeper/contract/cars/plate-checks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { BodyOf } from '@lotkeeper/contract/kernel/endpoint';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordViolations } from '../../../records/cars/violations.ts';
import { lockPairing } from '../../../records/cars/visits/pairing-lock.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { ticketQueries } from '../violations/public.ts';
import { newViolationCode, seenByPerson } from '../visits/public.ts';
import type { CheckedPlate, TypedPlate } from './check-plate.ts';
import { checkPlate } from './check-plate.ts';
import { findSpot, findWritten } from './plate-checks.queries.ts';

const toTyped = ({ plate, state }: { plate: string; state?: string | undefined }): TypedPlate => ({
  plate,
  state: state ?? null,
});

/** Evidence of a violation that a person wrote: what cameras saw, if they did. */
function buildEvidence({ policy, visit, check }: CheckedPlate, now: Instant) {
  return {
    rule: seenByPerson,
    unpaid_from: toIso(visit?.entrance_at ?? now),
    grace_minutes: policy.grace_minutes,
    price: null,
    entrance_at: visit && toIso(visit.entrance_at),
    exit_at: null,
    images: {
      entrance_image: visit?.entrance_image ?? null,
      exit_image: null,
      entrance_plate_image: visit?.entrance_plate_image ?? null,
      exit_plate_image: null,
    },
    answer: check.answer,
  };
}

type Written = BodyOf<typeof writeTicket>;

/**
 * Opens a violation unless the car may park, or its stay has one. Sending the same request again opens no other. The
 * property is locked, as its visits are while they are settled, so that nobody else opens one meanwhile.
 */
const write = (scope: SpotScope, { request, looked_again, ...body }: Written, now: Instant) =>
  withRecorder(scope, async (recorder) => {
    const { spotPk } = scope;
    const typedPlate = toTyped(body);
    const name = { source: 'lotkeeper', external_id: `check-${request}`, spot_pk: spotPk };
    await lockPairing(recorder.tx, spotPk);
    const own = await findWritten(recorder, name);
    if (own) {
      if (own.spot_pk === spotPk && own.plate_key === plateKey(typedPlate.plate)) return own.uuid;
      throw new Refusal('conflict', plateCheckMessages.otherRequest);
    }
    const checked = await checkPlate(recorder, spotPk, typedPlate, now);
    const { visit, check, policy } = checked;
    if (check.violation) {
      throw new Refusal('conflict', plateCheckMessages.written(check.violation.code));
    }
    if (check.penalty === null) throw new Refusal('conflict', plateCheckMessages.mayPark);
    if ((check.answer === 'waiting' || check.answer === 'alike') && !looked_again) {
      throw new Refusal('conflict', plateCheckMessages[check.answer]);
    }
    const [recorded] = await recordViolations(recorder, [
      {
        ...name,
        code: newViolationCode(),
        plate: check.plate,
        state: check.state,
        status: 'Created',
        amount: policy.penalty_amount,
        created_at: now,
        visit_pk: visit?.pk ?? null,
        image: visit?.entrance_plate_image ?? visit?.entrance_image ?? null,
        evidence: buildEvidence(checked, now),
      },
    ]);
    const { pk, outcome } = must(recorded, 'recorded violation');
    // Meanwhile the same request was written for another property, which has a lock of its own.
    if (outcome === 'unchanged') throw new Refusal('conflict', plateCheckMessages.otherRequest);
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'add',
      subject: 'violation',
      pk,
      after: { plate: check.plate, amount: policy.penalty_amount },
    });
    return must(await findWritten(recorder, name), 'violation').uuid;
  });

/** The check of a plate by staff in the lot, and the violation that may follow. */
export function plateChecksRoutes(
  serve: Serve,
  { pictures }: { pictures: PictureAddresses },
): void {
  const tickets = ticketQueries(pictures);
  const toAnswer = (
    { check }: CheckedPlate,
    getImageUrl: (uuid: string) => string | null,
  ): PlateCheck => ({
    ...check,
    reads: check.reads.map(({ image, ...read }) => ({
      ...read,
      image_url: image && getImageUrl(image),
    })),
  });

  serve(checkPlateEndpoint, async ({ scope, query, now }) => {
    const { organizationId, spotPk } = scope;
    const checked = await scope.write((tx) =>
      checkPlate({ tx, organizationId }, spotPk, toTyped(query), now),
    );
    return toAnswer(checked, (uuid) =>
      pictures.addressOf({ organization: organizationId, uuid }, now),
    );
  });

  serve(checkPlateByKey, async ({ scope, query, now }) => {
    const { organizationId } = scope;
    const checked = await scope.write(async (tx) => {
      const reader = { tx, organizationId };
      const spotPk = requireFound(await findSpot(reader, query.spot), 'property');
      return checkPlate(reader, spotPk, toTyped(query), now);
    });
    return toAnswer(checked, () => null);
  });

  serve(writeTicket, async ({ scope, body, now }) => {
    const uuid = await write(scope, body, now);
    const [ticket] = await tickets.byUuid(scope, uuid, now);
    return requireFound(ticket, 'violation');
  });
}
