import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { toOneLine } from '@lotkeeper/contract/kernel/fields';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database, Sql } from '../kernel/data/database.ts';
import type { FileStore } from '../kernel/data/files.ts';
import { isOnNodes } from '../kernel/data/nodes.ts';
import type { Session } from '../kernel/data/sql/session.ts';
import { openSession } from '../kernel/data/sql/session.ts';
import { advanceSequences } from '../kernel/data/tables.ts';
import { must } from '../kernel/must.ts';
import { StartError } from '../kernel/start-error.ts';
import { rebuildRollupsIn } from '../records/money/ledger.ts';
import { verifySealsIn } from '../records/trust/verify-seals.ts';
import type { ExportManifest } from './export-manifest.ts';
import { imageFolder, nameDataFile } from './export-manifest.ts';
import { selectPeople } from './export-queries.ts';
import type { ExportedTable } from './tables/describe-table.ts';
import { exportedTables } from './tables/exported-tables.ts';
import type { VerifiedExport } from './verify-export.ts';
import { verifyExport } from './verify-export.ts';
import { damaged, listEntries, readVerified } from './zip-source.ts';

export interface ImportOptions {
  database: Database;
  files: FileStore;
  path: string;
  /** The fingerprint of the key that must have signed it; undefined refuses every file, and names its key. */
  trustedKey: string | undefined;
  report?: (sentence: string) => void;
}

export interface Imported {
  manifest: ExportManifest;
  rows: number;
  images: number;
  seals: number;
  /** Fingerprints of the keys of the seals. */
  sealKeys: string[];
}

/** Refuses a database that has an organization or a person. */
async function refuseUsed(sql: Sql): Promise<void> {
  await sql`lock table organizations, people in exclusive mode`;
  const [used] = await sql`select pk from organizations union all select pk from people limit 1`;
  if (used)
    throw new StartError(
      'This installation isn’t empty: it has an organization or a person. Import into a new one, started with DEMO=0 and an empty DATA_DIR or database.',
    );
}

/** The tables, each after those that its foreign keys refer to. */
async function sortTables(sql: Sql): Promise<ExportedTable[]> {
  const keys = await sql<{ table: string; target: string }[]>`
    select k.conrelid::regclass::text as table, k.confrelid::regclass::text as target
    from pg_constraint k where k.contype = 'f' and k.conrelid <> k.confrelid`;
  const waiting = new Map(exportedTables.map((table) => [table.name, table]));
  const sorted: ExportedTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !keys.some(({ table, target }) => table === name && waiting.has(target)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const table of ready) waiting.delete(table.name);
    sorted.push(...ready);
  }
  return sorted;
}

/** Fills a table from its file. */
async function fillTable(
  session: Session,
  { entries, manifest }: VerifiedExport,
  { name, columns, leftOut }: ExportedTable,
): Promise<number> {
  const { sql, client } = session;
  const file = nameDataFile(name);
  const listed = must(
    manifest.files.find((other) => other.name === file),
    'file of a table in the manifest',
  );
  const instead = Object.entries(leftOut).filter(([, column]) => column.instead);
  for (const [column, { instead: value }] of instead)
    await sql.unsafe(`alter table ${name} alter column ${column} set default ${value}`);
  const list = columns.map((column) => `"${column.name}"`).join(', ');
  const copying = client.query(
    copyFrom(`copy ${name} (${list}) from stdin with (format csv, header match)`),
  );
  const entry = must(entries.get(file), 'file of a table');
  await pipeline(readVerified(entry, listed), copying);
  for (const [column] of instead)
    await sql.unsafe(`alter table ${name} alter column ${column} drop default`);
  if (copying.rowCount !== listed.rows)
    throw damaged(`${file} has ${copying.rowCount} rows instead of ${listed.rows}.`);
  return copying.rowCount;
}

/** Secrets aren't exported, so what needs one is revoked. */
async function revokeKeys(sql: Sql): Promise<void> {
  await sql`update api_keys set revoked_at = now() where revoked_at is null`;
  await sql`update auditor_links set revoked_at = now() where revoked_at is null`;
}

/** Names that people typed, by table. A file that an older release wrote has them as they were typed then. */
const typedNames = {
  organizations: ['name'],
  spots: ['name'],
  events: ['name'],
  people: ['first_name', 'last_name'],
} as const;

/** Makes names one line, as they would be if they were typed now. */
async function cleanNames(sql: Sql): Promise<void> {
  for (const [table, columns] of Object.entries(typedNames))
    for (const column of columns) {
      const [at, name] = [sql.identifier(table), sql.identifier(column)];
      const rows = await sql<{ pk: number; name: string }[]>`select pk, ${name} as name from ${at}`;
      for (const row of rows) {
        const cleaned = toOneLine(row.name).trim();
        if (cleaned !== row.name && cleaned !== '')
          await sql`update ${at} set ${name} = ${cleaned} where pk = ${row.pk}`;
      }
    }
}

/** Numbers are never used again, not even those of rows that were deleted before the export. */
async function advanceNumbers(sql: Sql, { numbers }: ExportManifest): Promise<void> {
  await advanceSequences(sql);
  for (const { name } of exportedTables) {
    const last = numbers[name];
    if (!last) continue;
    await sql`
      select setval(pg_get_serial_sequence(${name}, 'pk'),
        greatest(${last}::bigint, (select last_value from pg_sequences
          where schemaname = 'public' and format('public.%I', sequencename) = pg_get_serial_sequence(${name}, 'pk'))))`;
  }
}

/** Fills all tables with their triggers paused, and computes the sums. */
async function fillTables(
  session: Session,
  verified: VerifiedExport,
  report: (sentence: string) => void,
) {
  const { sql } = session;
  const tables = await sortTables(sql);
  for (const { name } of tables) await sql.unsafe(`alter table ${name} disable trigger user`);
  let rows = 0;
  for (const table of tables) {
    const filled = await fillTable(session, verified, table);
    if (filled > 0) report(`${table.name}: ${filled} rows`);
    rows += filled;
  }
  await revokeKeys(sql);
  await cleanNames(sql);
  // Constraint checks are pending work of the rows, which a table can't be altered with.
  await sql`set constraints all immediate`;
  for (const { name } of tables) await sql.unsafe(`alter table ${name} enable trigger user`);
  await sql`call lotkeeper.fill_people()`;
  await advanceNumbers(sql, verified.manifest);
  await rebuildRollupsIn(sql);
  return rows;
}

/** Stores the images. They are named by their content, so that doing it twice changes nothing. */
async function storeImages(
  handle: FileHandle,
  { images }: VerifiedExport,
  files: FileStore,
): Promise<number> {
  let stored = 0;
  for await (const entry of listEntries(handle)) {
    if (!entry.filename.startsWith(imageFolder)) continue;
    const listed = images.get(entry.filename);
    if (!listed) throw damaged(`${entry.filename} was added while it was imported.`);
    await files.putStream(listed.sha256, readVerified(entry, listed));
    stored += 1;
  }
  if (stored !== images.size) throw damaged('images were removed while it was imported.');
  return stored;
}

/**
 * Refuses rows of another organization than the one that the manifest names, and people whom no row names. Triggers
 * were paused, and rows decide who is an Admin of what, so the database itself is asked.
 */
async function refuseOthers(sql: Sql, { organization }: ExportManifest): Promise<void> {
  const found = await sql<{ pk: number; uuid: string; name: string }[]>`
    select pk, uuid, name from organizations`;
  const [own, ...others] = found;
  if (!own || others.length > 0 || own.uuid !== organization.uuid || own.name !== organization.name)
    throw damaged(`it has another organization than ${organization.name}, which it says it is.`);
  for (const { name } of await listTenantTables(sql)) {
    const [other] = await sql.unsafe(
      `select from ${name} where organization_id is distinct from ${own.pk} limit 1`,
    );
    if (other) throw damaged(`${name} has rows of another organization.`);
  }
  const [unnamed] = await sql.unsafe(
    `select from people where pk not in (${selectPeople(own.pk)}) limit 1`,
  );
  if (unnamed) throw damaged('people has a person whom no other row names.');
}

/** The tables whose rows belong to an organization. */
const listTenantTables = (sql: Sql) => sql<{ name: string }[]>`
  select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`;

async function importVerified(
  session: Session,
  { handle, verified }: { handle: FileHandle; verified: VerifiedExport },
  { files, report = () => undefined }: ImportOptions,
): Promise<Imported> {
  const { sql } = session;
  const rows = await fillTables(session, verified, report);
  await refuseOthers(sql, verified.manifest);
  const seals = await verifySealsIn(sql);
  if (seals.differing > 0)
    throw damaged(`${seals.differing} rows or seals aren’t as they were sealed.`);
  const images = await storeImages(handle, verified, files);
  await sql`analyze`;
  await sql`commit`;
  return {
    manifest: verified.manifest,
    rows,
    images,
    seals: seals.seals,
    sealKeys: [...seals.keys],
  };
}

/** Refuses a key that isn't the one whose fingerprint somebody typed. */
function requireTrust(key: string, trustedKey: string | undefined): void {
  if (trustedKey === undefined)
    throw damaged(
      `it is signed with the key ${key}, and anyone can sign a file with a key of their own. Compare it with the fingerprint that the old installation shows, and add --key and that fingerprint.`,
    );
  if (key !== trustedKey)
    throw damaged(`it is signed with the key ${key}, and not with the one named by --key.`);
}

/**
 * Imports an export into an empty installation: every hash is verified first, and everything is one transaction. Throws
 * a StartError that says why nothing was imported.
 */
export async function importOrganization(options: ImportOptions): Promise<Imported> {
  const { database, path, trustedKey, report = () => undefined } = options;
  if (isOnNodes(database))
    throw new StartError('Import into a database of one PostgreSQL first, and distribute it then.');
  const handle = await open(path).catch(() => {
    throw new StartError(`The file ${path} can’t be opened.`);
  });
  const session = await openSession(database.url);
  try {
    await session.sql`begin`;
    await refuseUsed(session.sql);
    const verified = await verifyExport(handle, (key) => requireTrust(key, trustedKey));
    report('Every file is as it was signed.');
    return await importVerified(session, { handle, verified }, options);
  } catch (error) {
    if (error instanceof pg.DatabaseError)
      throw damaged(`PostgreSQL refused its rows (${error.message}).`);
    throw error;
  } finally {
    await session.close();
    await handle.close();
  }
}
