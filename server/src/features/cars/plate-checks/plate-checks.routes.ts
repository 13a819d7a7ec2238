import type { PlateCheck } from '@lotkeeper/contract/cars/plate-checks';
import {
  checkPlateByKey,
  checkPlate as checkPlateEndpoint,
  plateCheckMessages,
  writeTicket,
} from '@lotkeeper/contract/cars/plate-checks';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import type { PictureAddresses } from '../../../kernel/access/picture-addresses.ts';
import type { SpotScope } from '../../../kernel/access/scope.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/audit-entries.ts';
import { withRecorder } from '../../../records/recorder.ts';
import { recordViolations } from '../../../records/violations.ts';
import { ticketQueries } from '../violations/public.ts';
import { newViolationCode, seenByPerson } from '../visits/public.ts';
import type { CheckedPlate, TypedPlate } from './check-plate.ts';
import { checkPlate } from './check-plate.ts';
import { findSpot } from './plate-checks.queries.ts';

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

/** Opens a violation unless the car may park, or has one. Sending the same request again opens no other. */
const write = (scope: SpotScope, typed: TypedPlate, request: string, now: Instant) =>
  withRecorder(scope, async (recorder) => {
    const checked = await checkPlate(recorder, scope.spotPk, typed, now);
    const { visit, check, policy } = checked;
    const name = { source: 'lotkeeper', external_id: `check-${request}`, spot_pk: scope.spotPk };
    if (check.violation) {
      const [own] = await recorder.tx<{ uuid: string }[]>`
        select uuid from violations where organization_id = ${scope.organizationId}
          and source = ${name.source} and external_id = ${name.external_id}`;
      if (own) return own.uuid;
      throw new Refusal('conflict', plateCheckMessages.written(check.violation.code));
    }
    if (check.penalty === null) throw new Refusal('conflict', plateCheckMessages.mayPark);
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
    const { pk } = must(recorded, 'recorded violation');
    await recordAuditEntry(recorder.tx, scope, now, {
      act: 'add',
      subject: 'violation',
      pk,
      after: { plate: check.plate, amount: policy.penalty_amount },
    });
    const [row] = await recorder.tx<{ uuid: string }[]>`
      select uuid from violations where organization_id = ${scope.organizationId} and pk = ${pk}`;
    return must(row, 'violation').uuid;
  });

/** The check of a plate by whoever stands in the lot, and the violation that may follow. */
export function plateChecksRoutes(
  serve: Serve,
  { pictures }: { pictures: PictureAddresses },
): void {
  const tickets = ticketQueries(pictures);
  const toAnswer = (organization: number, { check }: CheckedPlate, now: Instant): PlateCheck => ({
    ...check,
    reads: check.reads.map(({ image, ...read }) => ({
      ...read,
      image_url: image && pictures.addressOf({ organization, uuid: image }, now),
    })),
  });

  serve(checkPlateEndpoint, async ({ scope, query, now }) => {
    const { organizationId, spotPk } = scope;
    const checked = await scope.write((tx) =>
      checkPlate({ tx, organizationId }, spotPk, toTyped(query), now),
    );
    return toAnswer(organizationId, checked, now);
  });

  serve(checkPlateByKey, async ({ scope, query, now }) => {
    const { organizationId } = scope;
    const checked = await scope.write(async (tx) => {
      const reader = { tx, organizationId };
      const spotPk = requireFound(await findSpot(reader, query.spot), 'property');
      return checkPlate(reader, spotPk, toTyped(query), now);
    });
    return toAnswer(organizationId, checked, now);
  });

  serve(writeTicket, async ({ scope, body, now }) => {
    const uuid = await write(scope, toTyped(body), body.request, now);
    const [ticket] = await tickets.byUuid(scope, uuid, now);
    return requireFound(ticket, 'violation');
  });
}
