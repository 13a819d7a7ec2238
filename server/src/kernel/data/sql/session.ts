import type pg from 'pg';
import { Connection, StatementCatalog } from './connection.ts';
import { HostClient, HostList } from './hosts.ts';
import type { Sql } from './statement.ts';
import { columnTypes } from './values.ts';

/** A separate connection for COPY, whose streams need the driver's client. */
export interface Session {
  client: pg.Client;
  /** Statements on the same connection. */
  sql: Sql;
  close(): Promise<void>;
}

/** Makes COPY write all rows, in disk order, with the same text for the same rows everywhere. */
const rowSettings = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set synchronize_seqscans = off; set row_security = off;
  set search_path = public; set application_name = 'Lotkeeper copy';
  select set_config(name, '0', false) from pg_settings where name in
    ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`;

/** Opens a connection to the server that takes writes, to read and load whole tables as the owner. */
export async function openSession(url: string): Promise<Session> {
  const hosts = new HostList(url);
  const client = await hosts.tryEach(async () => {
    const candidate = new HostClient({ hosts, types: columnTypes });
    // The running query also gets the error.
    candidate.on('error', () => undefined);
    return candidate.connect();
  });
  await client.query(rowSettings);
  const { sql } = new Connection(client, new StatementCatalog(false), undefined);
  return { client, sql, close: () => client.end() };
}
