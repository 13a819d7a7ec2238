import { randomUUID } from 'node:crypto';
import { csvMessages, maxUploadBytes } from '@lotkeeper/contract/intake/visitors-csv';
import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { dayMs } from '@lotkeeper/contract/kernel/durations';
import type { Sql, Tx } from '../../../kernel/data/database.ts';
import type { FileStore } from '../../../kernel/data/files.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { refusal } from './open-file.ts';

interface Deps {
  sql: Sql;
  files: FileStore;
}

/** Maximum files waiting per person; another one replaces the oldest. */
const maxWaiting = 3;
/** How long a file waits for the call that imports it. */
const waitsMs = dayMs;

const alphabet = /^[A-Za-z0-9+/]*$/;
const ending = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const fileError = (message: string) => new Refusal('invalid_fields', message, { file: message });

/** Decodes base64 that arrives in chunks; refuses invalid, empty, and oversized input. */
async function* decodeBase64(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = '';
  let total = 0;
  for await (const piece of body) {
    const text = rest + Buffer.from(piece).toString('latin1');
    // The last four characters may be the end, with its equals signs.
    const completeLength = Math.max(0, Math.floor((text.length - 1) / 4) * 4);
    const completeText = text.slice(0, completeLength);
    rest = text.slice(completeLength);
    if (!alphabet.test(completeText) || rest.length > 4) throw fileError(csvMessages.base64);
    total += (completeLength / 4) * 3;
    if (total > maxUploadBytes) throw new Refusal('too_large', csvMessages.tooLarge);
    if (completeText) yield Buffer.from(completeText, 'base64');
  }
  if (!ending.test(rest)) throw fileError(csvMessages.base64);
  if (total === 0 && rest === '') throw fileError(csvMessages.empty);
  const last = Buffer.from(rest, 'base64');
  if (total + last.length > maxUploadBytes) throw new Refusal('too_large', csvMessages.tooLarge);
  yield last;
}

/** A sender who disconnects isn’t our error. */
async function* readUntilCutOff(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new Refusal('malformed_request', csvMessages.cutOff);
  }
}

/** Removes files and then their rows, except a file that an import owns. */
export async function removeUploads({ sql, files }: Deps, uuids: readonly string[]): Promise<void> {
  for (const uuid of uuids) {
    const [owner] = await sql`
      select pk from visitor_imports where file = ${uuid}
      union all select pk from history_imports where file = ${uuid}`;
    if (!owner) await files.remove(uuid);
    await sql`delete from uploads where uuid = ${uuid}`;
  }
}

/** Stores a file for a person; returns the uuid that refers to it. */
export async function keepFile(
  deps: Deps,
  person: { pk: number },
  bytes: AsyncIterable<Uint8Array>,
  now: Instant,
): Promise<string> {
  const { sql, files } = deps;
  const uuid = randomUUID();
  await sql`insert into uploads ${sql.values({ uuid, person_pk: person.pk, created_at: now })}`;
  try {
    await files.keep(uuid, bytes);
  } catch (error) {
    await removeUploads(deps, [uuid]);
    throw error;
  }
  const older = await sql<{ uuid: string }[]>`
    select uuid from uploads where person_pk = ${person.pk} and uuid <> ${uuid}
    order by created_at desc, uuid offset ${maxWaiting - 1}`;
  await removeUploads(
    deps,
    older.map((upload) => upload.uuid),
  );
  return uuid;
}

/** Stores a file sent as base64. */
export const keepUpload = (
  deps: Deps,
  person: { pk: number },
  body: AsyncIterable<Uint8Array>,
  now: Instant,
): Promise<string> => keepFile(deps, person, decodeBase64(readUntilCutOff(body)), now);

/** Whether this person's uploaded file is still waiting. */
export async function isUploadedBy(
  sql: Sql,
  uuid: string,
  person: { pk: number },
): Promise<boolean> {
  const [row] = await sql`
    select uuid from uploads where uuid = ${uuid} and person_pk = ${person.pk}`;
  return row !== undefined;
}

/** Assigns a person's file to an import, in its transaction; refuses when another call was faster. */
export async function takeUpload(tx: Tx, uuid: string, person: { pk: number }): Promise<void> {
  const [row] = await tx<[{ taken: boolean }]>`
    select lotkeeper.take_upload(${uuid}, ${person.pk}) as taken`;
  if (!row.taken) throw refusal(csvMessages.upload);
}

/** Removes files that weren't imported for a day. */
export async function removeOldUploads(deps: Deps, now: Instant): Promise<void> {
  const old = await deps.sql<{ uuid: string }[]>`
    select uuid from uploads where created_at <= ${now - waitsMs}`;
  await removeUploads(
    deps,
    old.map((upload) => upload.uuid),
  );
}
