import type { ServiceKind } from '@lotkeeper/contract/cars/service-cars';
import { serviceCarRules } from '@lotkeeper/contract/cars/service-cars';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import { must } from '../../kernel/must.ts';
import type { CarInput } from '../cars.ts';
import { carKey, ensureCars } from '../cars.ts';
import type { Recorder } from '../recorder.ts';
import { queuePairing } from './plate-reads.ts';

/** Has visits of a car decided again that nobody paid for since a time, and those that may still change. */
async function decideAgain(
  recorder: Recorder,
  car: Pick<CarInput, 'plate' | 'state'>,
  { since, now }: { since: Instant; now: Instant },
): Promise<void> {
  const { tx, organizationId } = recorder;
  const visits = await tx<{ pk: number; spot_pk: number }[]>`
    select v.pk, v.spot_pk from spots s
    join visits v on v.organization_id = ${organizationId} and v.spot_pk = s.pk
      and v.plate_key = ${plateKey(car.plate)}
    where s.organization_id = ${organizationId} and coalesce(v.state, ${car.state}) = ${car.state}
      and coalesce(v.exit_at, v.entrance_at) > ${since}
      and (v.due_at is not null or v.outcome in ('unexplained', 'violation_open'))
    order by v.pk for no key update of v`;
  await tx`
    update visits set due_at = ${instant(0)}, decided = false
    where organization_id = ${organizationId} and pk = any (${visits.map(({ pk }) => pk)}::bigint[])`;
  await queuePairing(
    recorder,
    visits.map(({ spot_pk }) => spot_pk),
    now,
  );
}

/**
 * Adds a car that isn't a customer's; its visits of the last days count too. `listed` = it is in the list already, `full` =
 * there's no room.
 */
export async function addServiceCar(
  recorder: Recorder,
  { car, kind, note }: { car: CarInput; kind: ServiceKind; note: string },
  now: Instant,
): Promise<number | 'listed' | 'full'> {
  const { tx, organizationId } = recorder;
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*) from service_cars where organization_id = ${organizationId} and ended_at is null`;
  if (count >= serviceCarRules.maxCars) return 'full';
  const since = instant(now - serviceCarRules.daysBefore * dayMs);
  const car_pk = must((await ensureCars(recorder, [car])).get(carKey(car)), 'car');
  const [added] = await tx<{ pk: number }[]>`
    insert into service_cars ${tx.values({
      organization_id: organizationId,
      car_pk,
      kind,
      note,
      starts_at: since,
    })}
    on conflict (organization_id, car_pk) where ended_at is null do nothing returning pk`;
  if (!added) return 'listed';
  await decideAgain(recorder, car, { since, now });
  return added.pk;
}

/** Removes a car from the list; null if it isn't there. Its visits so far stay what they are. */
export async function removeServiceCar(
  recorder: Recorder,
  pk: number,
  now: Instant,
): Promise<CarInput | null> {
  const { tx, organizationId } = recorder;
  const [car] = await tx<CarInput[]>`
    update service_cars l set ended_at = ${now} from cars c
    where l.organization_id = ${organizationId} and l.pk = ${pk} and l.ended_at is null
      and c.organization_id = ${organizationId} and c.pk = l.car_pk
    returning c.plate, c.state, c.country`;
  if (!car) return null;
  await decideAgain(recorder, car, { since: now, now });
  return car;
}
