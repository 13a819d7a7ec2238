import type { Instant, LocalDate, TimeZone } from '@lotkeeper/contract/kernel/calendar';
import { addDays, startOfDay, toLocalDate } from '@lotkeeper/contract/kernel/calendar';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { WatchedPlate } from '@lotkeeper/contract/platform/watched-plates';
import {
  createWatchedPlate,
  listWatchedPlates,
  removeWatchedPlate,
  watchedPlateMessages,
  watchedPlateRules,
} from '@lotkeeper/contract/platform/watched-plates';
import type { OrganizationScope } from '../../../kernel/access/scope.ts';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import { must } from '../../../kernel/must.ts';
import { Refusal, requireFound, wrongFields } from '../../../kernel/refusal.ts';
import { recordAuditEntry } from '../../../records/trust/audit-entries.ts';
import { logWatchedPlates } from '../../../records/trust/plate-searches.ts';

const selectPlates = (sql: Sql, organizationId: number, now: Instant) => sql`
  select w.pk, w.plate, w.plate_state as state, w.purpose, w.note,
    concat_ws(' ', p.first_name, p.last_name) as created_by, w.created_at, w.ends_at
  from watched_plates w join people p on p.pk = w.created_by
  where w.organization_id = ${organizationId} and w.ends_at > ${now}`;

/** The end of a day on the calendar of the first property; refuses what isn't within the longest time. */
async function readEnd(scope: OrganizationScope, until: LocalDate, now: Instant): Promise<Instant> {
  const [first] = await scope.read<{ timezone: TimeZone }[]>(
    (sql) => sql`
      select timezone from spots where organization_id = ${scope.organizationId} order by pk limit 1`,
  );
  const zone = first?.timezone ?? 'UTC';
  const today = toLocalDate(now, zone);
  if (until < today || until > addDays(today, watchedPlateRules.maxDays))
    throw wrongFields({ until: watchedPlateMessages.until });
  return startOfDay(addDays(until, 1), zone);
}

interface NewPlate {
  plate: string;
  state: string | null;
  purpose: WatchedPlate['purpose'];
  note: string | null;
  ends_at: Instant;
}

async function refuseWatched(
  tx: Tx,
  organizationId: number,
  { plate, state }: NewPlate,
  now: Instant,
): Promise<void> {
  const rows = await tx<{ plate_key: string; plate_state: string | null }[]>`
    select plate_key, plate_state from watched_plates
    where organization_id = ${organizationId} and ends_at > ${now}`;
  const key = plateKey(plate);
  if (rows.some(({ plate_key, plate_state }) => plate_key === key && plate_state === state))
    throw wrongFields({ plate: watchedPlateMessages.watched });
  if (rows.length >= watchedPlateRules.maxPlates)
    throw new Refusal('conflict', watchedPlateMessages.full);
}

/** Adds a plate, with an audit entry. */
const addPlate = (scope: OrganizationScope, { ends_at, ...plate }: NewPlate, now: Instant) =>
  scope.write(async (tx): Promise<WatchedPlate> => {
    const { organizationId, person } = scope;
    // Two Admins who add a plate at once do so one after the other.
    await tx`select pk from organizations where pk = ${organizationId} for no key update`;
    await refuseWatched(tx, organizationId, { ends_at, ...plate }, now);
    const row = {
      organization_id: organizationId,
      plate: plate.plate,
      plate_key: plateKey(plate.plate),
      plate_state: plate.state,
      purpose: plate.purpose,
      note: plate.note,
      created_by: person.pk,
      created_at: now,
      ends_at,
    };
    const [added] = await tx<
      { pk: number }[]
    >`insert into watched_plates ${tx.values(row)} returning pk`;
    const { pk } = must(added, 'watched plate');
    await recordAuditEntry(tx, scope, now, {
      act: 'create',
      subject: 'watched plate',
      pk,
      name: plate.plate,
      after: { purpose: plate.note ?? plate.purpose, ends_at },
    });
    const [watchedPlate] = await tx<
      WatchedPlate[]
    >`${selectPlates(tx, organizationId, now)} and w.pk = ${pk}`;
    return must(watchedPlate, 'watched plate');
  });

/** Plates whose arrival is alerted. Each look is logged, as searches are. */
export function watchedPlatesRoutes(serve: Serve): void {
  serve(listWatchedPlates, async ({ scope, now }) => {
    const plates = await scope.read<WatchedPlate[]>(
      (sql) => sql`${selectPlates(sql, scope.organizationId, now)} order by w.plate_key, w.pk`,
    );
    await logWatchedPlates(scope, plates, now);
    return { plates };
  });

  serve(createWatchedPlate, async ({ scope, body, now }) => {
    const { until, ...plate } = body;
    const added = await addPlate(
      scope,
      { ...plate, ends_at: await readEnd(scope, until, now) },
      now,
    );
    await logWatchedPlates(scope, [added], now);
    return added;
  });

  serve(removeWatchedPlate, ({ scope, params, now }) =>
    scope.write(async (tx) => {
      const [row] = await tx<{ plate: string }[]>`
        delete from watched_plates
        where organization_id = ${scope.organizationId} and pk = ${params.watch} returning plate`;
      const { plate } = requireFound(row, 'watched plate');
      const entry = {
        act: 'remove',
        subject: 'watched plate',
        pk: params.watch,
        name: plate,
      } as const;
      await recordAuditEntry(tx, scope, now, entry);
      return { pk: params.watch };
    }),
  );
}
