import { Readable } from 'node:stream';
import pg from 'pg';

/** The part of the write-ahead log that makes a base backup consistent. */
export interface WalRange {
  timeline: number;
  /** A position such as `0/2000028`. */
  start: string;
  end: string;
}

/** Message types in the stream of BASE_BACKUP, by their first byte. */
const messageKinds = { archive: 0x6e, data: 0x64 };

/** The slot keeps WAL that a checkpoint during the backup would remove. */
const reserveWal = 'CREATE_REPLICATION_SLOT lotkeeper_backup_';
const startBackup =
  "BASE_BACKUP (LABEL 'lotkeeper', CHECKPOINT 'fast', WAL true, MANIFEST 'no', PROGRESS false)";

/** Reads BASE_BACKUP as a stream of tar. Backpressure pauses PostgreSQL. */
class BaseBackupStream extends Readable implements pg.Submittable {
  readonly #positions: [position: string, timeline: string][] = [];
  #columns: string[] = [];
  #archives = 0;
  #connection: pg.Connection | undefined;

  get range(): WalRange {
    const [start, end] = this.#positions;
    if (!start || !end) throw new Error('The base backup ended early.');
    return { timeline: Number(end[1]), start: start[0], end: end[0] };
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(startBackup);
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleDataRow({ fields }: { fields: [string, string] }): void {
    if (this.#columns[0] === 'recptr') this.#positions.push(fields);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === messageKinds.archive) this.#archives += 1;
    // Copied, because the driver reuses its buffer.
    else if (chunk[0] === messageKinds.data && !this.push(Buffer.from(chunk.subarray(1))))
      this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#archives > 1) this.destroy(new Error('Tablespaces outside the data folder exist.'));
    else this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }
}

async function openReplication(url: string): Promise<pg.Client> {
  const connectionString = `${url}${url.includes('?') ? '&' : '?'}replication=true`;
  const client = new pg.Client({ connectionString });
  // The running query gets the error too.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Takes a base backup while the server is in use, and passes `save` the whole cluster as a tar, including the WAL
 * that it needs. PostgreSQL verifies the checksum of each page that it sends.
 */
export async function takeBaseBackup(
  url: string,
  save: (tar: Readable) => Promise<void>,
): Promise<WalRange> {
  const slot = await openReplication(url);
  const client = await openReplication(url).catch(async (error: unknown) => {
    await slot.end();
    throw error;
  });
  const tar = new BaseBackupStream();
  try {
    await slot.query(`${reserveWal}${process.pid} TEMPORARY PHYSICAL (RESERVE_WAL true)`);
    client.query(tar);
    await save(tar);
    return tar.range;
  } finally {
    tar.destroy();
    client.connection.stream.resume();
    await Promise.all([client.end(), slot.end()]);
  }
}
