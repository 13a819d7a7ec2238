import { valetRoles } from '@lotkeeper/contract/kernel/access';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { JobScope } from '../../../kernel/access/scope.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { SqlPool, Tx } from '../../../kernel/data/database.ts';
import type { JobHandler } from '../../../kernel/data/jobs.ts';
import { defineJob, enqueue, enqueueOnce, FinalFailure } from '../../../kernel/data/jobs.ts';
import type { PushDeps, PushNotification } from '../../../kernel/messages/web-push.ts';
import { openAddress, openPushSender } from '../../../kernel/messages/web-push.ts';
import { sendToDevice } from '../../../records/platform/push-devices.ts';

/** Rings the phones of a stand, or, with its number, one of them: each is tried again by itself. */
export const ringJob = defineJob<{
  organization_id: number;
  session_pk: number;
  device_pk?: number;
}>('ring_valet_phones', { waitsForOthers: true });

/** Has the phones of a stand rung for a car that its driver asked for. */
export const queueRing = (
  { tx, organizationId }: { tx: Tx; organizationId: number },
  session_pk: number,
  now: Instant,
) =>
  enqueueOnce(
    tx,
    ringJob,
    { organization_id: organizationId, session_pk },
    { key: `ring_valet_phones:${session_pk}`, runAt: now },
  );

/** A ring that is this old helps nobody: the driver is at the curb. */
const ringSeconds = 15 * 60;

interface WantedCar {
  spot_pk: number;
  uuid: string;
  name: string;
  key_tag: string | null;
  lot: string;
}

const writeRing = ({ uuid, name, key_tag, lot }: WantedCar, link: string): PushNotification => ({
  title: [`${name} is wanted`, key_tag && `Key tag ${key_tag}`].filter(Boolean).join(' · '),
  body: `${lot}: tap to open the stand.`,
  link,
  tag: `valet-${uuid}`,
  keptSeconds: ringSeconds,
});

/** The devices of a property's stand, of people who may still work there. */
const listPhones = (sql: SqlPool, organizationId: number, spotPk: number) => sql<
  { pk: number; person_pk: number; subscription_sealed: Buffer }[]
>`
  select d.pk, d.person_pk, d.subscription_sealed from affiliations a
  join push_devices d on d.person_pk = a.person_pk and ${spotPk} = any (d.valet_spots)
  where a.organization_id = ${organizationId} and a.type = 'parking'
    and a.role = any (${valetRoles}::text[])
  order by d.pk`;

type RingDeps = PushDeps & {
  sql: SqlPool;
  clock: Clock;
  openJobScope: (organizationId: number) => JobScope;
};

/** The job of a ring. Once somebody fetches the car, or it left, nobody is rung any more. */
export function makeValetRinger(deps: RingDeps): JobHandler<typeof ringJob> {
  const { sql, clock, secretBox, publicUrl, openJobScope } = deps;
  const pushSender = openPushSender(deps);
  return async ({ organization_id, session_pk, device_pk }) => {
    const [car] = await openJobScope(organization_id).read<WantedCar[]>(
      (tx) => tx`
        select v.spot_pk, v.uuid, v.key_tag, s.name as lot,
          coalesce(v.plate, nullif(concat_ws(' ', v.color, v.make, v.model), ''), 'A car') as name
        from valet_sessions v
        join spots s on s.organization_id = v.organization_id and s.pk = v.spot_pk
        where v.organization_id = ${organization_id} and v.pk = ${session_pk}
          and v.status = 'active' and v.requested_at is not null and v.fetching_by is null`,
    );
    if (!car) return;
    const phones = await listPhones(sql, organization_id, car.spot_pk);
    if (device_pk === undefined) {
      for (const { pk } of phones)
        await enqueue(sql, ringJob, { organization_id, session_pk, device_pk: pk });
      return;
    }
    const phone = phones.find(({ pk }) => pk === device_pk);
    if (!phone) return;
    const link = `${publicUrl()}/valet/${organization_id}?spot=${car.spot_pk}`;
    const address = openAddress(secretBox, phone.subscription_sealed);
    const device = { pk: phone.pk, personPk: phone.person_pk, address };
    await sendToDevice({ sql, clock, pushSender }, device, writeRing(car, link)).catch(
      (error: unknown) => {
        // Why it wasn't taken is kept with the device.
        if (!(error instanceof FinalFailure)) throw error;
      },
    );
  };
}
