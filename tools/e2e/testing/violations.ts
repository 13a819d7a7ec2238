import { randomUUID } from 'node:crypto';
import { instant, toIso } from '@lotkeeper/contract/kernel/calendar';
import { callAs, callWith, expect, makeKey, spotNamed } from './app.ts';
import { now } from './clock.ts';

const minutesAgo = (minutes: number) => toIso(instant(now() - minutes * 60_000));

/** Makes a car stay longer than the grace period without paying, and returns its violation's number. */
export async function makeViolation(spot: string, plate: string): Promise<string> {
  const { organization, spot: at } = await spotNamed('admin', spot);
  const key = await makeKey('admin', organization.pk, ['visits']);
  const visit = { source: 'e2e', external_id: plate, spot: at.pk, plate, state: 'AZ' };
  const times = { entrance_at: minutesAgo(120), exit_at: minutesAgo(40) };
  await callWith(key, '/api/ingest/visits/', { items: [{ ...visit, ...times }] });
  const found = `/api/tickets/plate/?spot=${at.pk}&plate=${plate}`;
  const codes = async () =>
    (await callAs<{ code: string }[]>('admin', found)).map(({ code }) => code);
  await expect.poll(codes).toHaveLength(1);
  return (await codes())[0] ?? '';
}

/** A plate that no other run uses. */
export const newPlate = () => `V${randomUUID().slice(0, 7)}`.toUpperCase();
