import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { instant } from '@lotkeeper/contract/kernel/calendar';
import type { Sql } from '../kernel/data/database.ts';
import { maxClockOffsetMs } from './camera-clocks.ts';
import { lockPairing } from './pairing-lock.ts';
import { hourOfRead } from './plate-reads.ts';
import { isPossibleTime } from './read-times.ts';
import type { Recorder } from './recorder.ts';
import { timestampCell } from './recorder.ts';

/** What was wrong at a property. */
export interface MendedProperty {
  spot_pk: number;
  /** Reads whose time can't be, and that count at their arrival or by their camera's clock now. */
  reads: number;
  /** Reads and visits that were set aside, and are tried again. */
  tried: number;
}

/** Forgets clocks that were learned from times that can't be. Returns the cameras. */
export async function resetClocks({ tx, organizationId }: Recorder): Promise<number> {
  const { count } = await tx`
    update cameras set clock_offset_ms = 0, recent_delays_ms = '{}', delays_until = null
    where organization_id = ${organizationId} and not clock_set and abs(clock_offset_ms) > ${maxClockOffsetMs}`;
  return count;
}

/** Properties that have reads. */
export const listMendable = (sql: Sql) => sql<{ organization_id: number; spot_pk: number }[]>`
  select s.organization_id, s.pk as spot_pk from spots s
  where exists (select from plate_reads r where r.organization_id = s.organization_id and r.spot_pk = s.pk)
  order by 1, 2`;

interface TimedRead {
  pk: number;
  captured_ms: number;
  seen_ms: number | null;
  received_at: Instant;
  time_of_arrival: boolean;
}

/** Reads of a property after a read, in order, with times that no calendar has as numbers of any size. */
const readTimes = ({ tx, organizationId }: Recorder, spotPk: number, after: number) =>
  tx<TimedRead[]>`
    select pk, (extract(epoch from captured_at) * 1000)::float as captured_ms,
      (extract(epoch from seen_at) * 1000)::float as seen_ms, received_at, time_of_arrival
    from plate_reads
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and pk > ${after}
    order by pk limit 5000`;

/** What a read with an impossible time is taken for from now on; null = by its camera's clock again, undefined = as before. */
function findMendedTime(read: TimedRead, since: Instant): Instant | null | undefined {
  const { received_at, captured_ms, seen_ms, time_of_arrival } = read;
  const isPossible = (ms: number) => isPossibleTime(instant(ms), { received_at, since });
  if (!isPossible(captured_ms)) return seen_ms === received_at ? undefined : received_at;
  // A clock that was taken for more than a day off was none.
  const isRight = seen_ms === null || Math.abs(seen_ms - captured_ms) <= maxClockOffsetMs;
  return isRight || time_of_arrival ? undefined : null;
}

/** Takes reads of a property whose times can't be for what they arrived as, and has them and what was set aside paired again. */
export async function mendProperty(recorder: Recorder, spotPk: number): Promise<MendedProperty> {
  const { tx, organizationId } = recorder;
  await lockPairing(tx, spotPk);
  const since = recorder.sinceOf(spotPk);
  let reads = 0;
  for (let after = 0; ; ) {
    const rows = await readTimes(recorder, spotPk, after);
    const last = rows.at(-1);
    if (!last) break;
    after = last.pk;
    const mended = rows.flatMap((row) => {
      const seen_at = findMendedTime(row, since);
      if (seen_at === undefined) return [];
      const captured_at = seen_at ?? instant(row.captured_ms);
      const hour = hourOfRead(recorder, { spot_pk: spotPk, captured_at });
      return [{ pk: row.pk, seen_at: timestampCell(seen_at), ...hour }];
    });
    reads += mended.length;
    await tx`
      update plate_reads r set seen_at = m.seen_at, local_date = m.local_date, local_hour = m.local_hour,
        paired = false, set_aside = null
      from json_populate_recordset(null::plate_reads, ${JSON.stringify(mended)}::text::json) m
      where r.organization_id = ${organizationId} and r.pk = m.pk`;
  }
  const again = await tx`
    update plate_reads set paired = false, set_aside = null
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and set_aside is not null`;
  const visits = await tx`
    update visits set due_at = ${instant(0)}, set_aside = null
    where organization_id = ${organizationId} and spot_pk = ${spotPk} and set_aside is not null`;
  return { spot_pk: spotPk, reads, tried: again.count + visits.count };
}
