import { Readable, Writable } from 'node:stream';
import type pg from 'pg';

/** The answer to COPY … TO STDOUT as a stream. It pauses PostgreSQL while nobody reads. */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string;
  #connection: pg.Connection | undefined;

  constructor(statement: string) {
    super();
    this.#statement = statement;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // What nobody reads any more must pass, or the connection stays busy.
    if (this.destroyed) return;
    // The driver uses its buffer again.
    if (!this.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.resume();
    done(error);
  }
}

/** Messages of COPY data, which the types of the driver leave out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
};

/** What COPY … FROM STDIN reads, as a stream that ends when PostgreSQL has all of it. */
export class CopyIn extends Writable implements pg.Submittable {
  readonly #statement: string;
  #connection: CopyConnection | undefined;
  readonly #ready = Promise.withResolvers<CopyConnection>();
  readonly #done = Promise.withResolvers<void>();

  constructor(statement: string) {
    super();
    this.#statement = statement;
    // Heard by the write or the end that waits for it.
    this.#ready.promise.catch(() => undefined);
    this.#done.promise.catch(() => undefined);
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.#connection = connection as CopyConnection;
    // The source broke before PostgreSQL was ready for it.
    if (this.destroyed) this.#connection.sendCopyFail('canceled');
    this.#ready.resolve(this.#connection);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#done.resolve();
  }

  handleError(error: Error): void {
    this.#ready.reject(error);
    this.#done.reject(error);
    this.destroy(error);
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error) => void): void {
    const send = async () => {
      const connection = await this.#ready.promise;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) {
        await Promise.race([
          new Promise((resolve) => connection.stream.once('drain', resolve)),
          this.#done.promise,
        ]);
      }
    };
    send().then(() => done(), done);
  }

  override _final(done: (error?: Error) => void): void {
    const end = async () => {
      (await this.#ready.promise).endCopyFrom();
      await this.#done.promise;
    };
    end().then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // A source that broke: PostgreSQL must not keep what came until then.
    if (error) this.#connection?.sendCopyFail(error.message);
    done(error);
  }
}
