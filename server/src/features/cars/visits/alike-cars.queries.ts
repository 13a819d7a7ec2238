import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import type { RecordReader } from '../../../records/recorder.ts';
import type { SeenEnds } from './alike-cars.rules.ts';
import type { Car } from './settling.queries.ts';

/** A visit under exactly the plate of a car. */
export interface OwnVisit extends SeenEnds {
  pk: number;
  plate_key: string;
}

interface Span {
  from: Instant;
  until: Instant;
}

/** The visits at a property under exactly these plates, around a span of time. */
export const readOwnVisits = (
  { tx, organizationId }: RecordReader,
  spotPk: number,
  plateKeys: readonly string[],
  span: Span,
): Promise<OwnVisit[]> => tx<OwnVisit[]>`
  select pk, plate_key, entrance_at, exit_at, exit_missed from visits
  where organization_id = ${organizationId} and spot_pk = ${spotPk} and plate_key = any (${[...plateKeys]}::text[])
    and coalesce(entrance_at, exit_at) <= ${span.until}
    and coalesce(exit_at, entrance_at + interval '1 day') >= ${span.from}`;

/**
 * The cars with a rental at a property in a span of time whose plate differs from one of these in two characters, such as
 * two neighbors that were swapped, by that plate.
 */
export const readTwoApart = (
  { tx, organizationId }: RecordReader,
  spotPk: number,
  plateKeys: readonly string[],
  span: Span,
): Promise<(Car & { read_key: string })[]> => tx<(Car & { read_key: string })[]>`
  select distinct c.pk, c.plate, c.plate_key, lotkeeper.plate_fold(c.plate_key) as fold, c.state, c.country, k.key as read_key
  from live_rentals r
  join cars c on c.organization_id = ${organizationId} and c.pk = r.car_pk
  join unnest(${[...plateKeys]}::text[]) k(key) on length(k.key) = length(c.plate_key)
  where r.organization_id = ${organizationId} and r.spot_pk = ${spotPk} and r.source <> 'enforcement'
    and r.start_date <= ${span.until} and (r.end_date is null or r.end_date > ${span.from})
    and (select count(*) from generate_series(1, length(k.key)) n
      where substr(k.key, n, 1) <> substr(c.plate_key, n, 1)) = 2
  order by c.pk`;
