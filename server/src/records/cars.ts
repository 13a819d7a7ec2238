import type { PlateCountry } from '@lotkeeper/contract/kernel/places';
import { plateKey } from '@lotkeeper/contract/kernel/plates';
import type { Recorder } from './recorder.ts';

/** A car by its plate; make, model, and color if known. */
export interface CarInput {
  plate: string;
  state: string;
  country: PlateCountry;
  make?: string | null;
  model?: string | null;
  color?: string | null;
}

/** Two plates with the same key are the same car. */
export const carKey = (car: Pick<CarInput, 'plate' | 'state' | 'country'>) =>
  `${plateKey(car.plate)}|${car.state}|${car.country}`;

/** Finds or creates cars; returns pks by `carKey`. */
export async function ensureCars(
  { tx, organizationId }: Recorder,
  cars: readonly CarInput[],
): Promise<Map<string, number>> {
  const carRows = [...new Map(cars.map((car) => [carKey(car), car])).values()].map((car) => ({
    plate: car.plate.toUpperCase().trim(),
    plate_key: plateKey(car.plate),
    state: car.state,
    country: car.country,
    make: car.make ?? null,
    model: car.model ?? null,
    color: car.color ?? null,
  }));
  if (carRows.length === 0) return new Map();
  const text = JSON.stringify(carRows);
  const read = () => tx<{ pk: number; plate: string; state: string; country: PlateCountry }[]>`
    select c.pk, c.plate_key as plate, c.state, c.country
    from json_populate_recordset(null::cars, ${text}::text::json) w
    join cars c on c.organization_id = ${organizationId} and c.plate_key = w.plate_key
      and c.state = w.state and c.country = w.country`;
  let rows: { pk: number; plate: string; state: string; country: PlateCountry }[] = await read();
  // Most cars are known. An insert would use up a sequence number for each of them.
  if (rows.length < carRows.length) {
    const known = new Set(rows.map(carKey));
    const missing = JSON.stringify(carRows.filter((car) => !known.has(carKey(car))));
    const added = await tx<typeof rows>`
      insert into cars (organization_id, plate, plate_key, state, country, make, model, color)
      select ${organizationId}, w.plate, w.plate_key, w.state, w.country, w.make, w.model, w.color
      from json_populate_recordset(null::cars, ${missing}::text::json) w
      order by w.plate_key, w.state, w.country
      on conflict do nothing
      returning pk, plate_key as plate, state, country`;
    rows = [...rows, ...added];
    // Another writer may have added some in the meantime.
    if (rows.length < carRows.length) rows = await read();
  }
  return new Map(rows.map((row) => [carKey(row), row.pk]));
}
