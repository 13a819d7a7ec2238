import pg from 'pg';
import { ConnectionLost } from './connection-lost.ts';
import type { HostClient } from './hosts.ts';
import type { BuiltStatement, Rows, Sql } from './statement.ts';
import { makeTag } from './statement.ts';
import type { TypeId } from './values.ts';
import { dependsOnType, encodeParameter } from './values.ts';

/** Receives every statement sent, with its values as passed to `pg`. */
export type StatementListener = (text: string, values: readonly unknown[]) => void;

interface KnownStatement {
  /** Prepared under this name once per connection; if unset, prepared on each call. */
  name?: string;
  /** The types of its parameters, once PostgreSQL has returned them. */
  types?: readonly TypeId[];
}

/** Beyond this many distinct texts, statements are sent unnamed, so connections don't fill up with plans. */
const maxNamedStatements = 2000;

/** Names and parameter types of statements, shared by all connections to a database. */
export class StatementCatalog {
  readonly #statements = new Map<string, KnownStatement>();
  readonly #areNamed: boolean;

  constructor(areNamed: boolean) {
    this.#areNamed = areNamed;
  }

  get(text: string): KnownStatement {
    const known = this.#statements.get(text);
    if (known) return known;
    const count = this.#statements.size;
    if (count >= maxNamedStatements) return {};
    const statement = this.#areNamed ? { name: `lotkeeper_${count}` } : {};
    this.#statements.set(text, statement);
    return statement;
  }
}

/** A connection that belongs to one task. Statements are pipelined in the order they arrive. */
export class Connection {
  /** The scope that reads have set on it; null when none is set, or it's unknown. */
  scope: string | null = null;
  /** Whether it was lost, or is in an unknown state. */
  isBroken = false;
  readonly openedAt = performance.now();
  readonly #client: HostClient;
  readonly #catalog: StatementCatalog;
  readonly #onStatement: StatementListener | undefined;
  /** Resolves when the statements that wait for parameter types have been sent. */
  #waiting: Promise<void> | undefined;
  #isHolding = false;

  constructor(
    client: HostClient,
    catalog: StatementCatalog,
    onStatement: StatementListener | undefined,
  ) {
    this.#client = client;
    this.#catalog = catalog;
    this.#onStatement = onStatement;
  }

  /** Whether the next task can have it. One left in a transaction is closed, which ends the transaction. */
  get isReady(): boolean {
    return !this.isBroken && this.#client.getTransactionStatus() === 'I';
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /** Closes it at once; running statements fail. */
  cut(): void {
    this.isBroken = true;
    this.#client.socket.destroy();
  }

  /** A tag whose statements run on this connection. */
  readonly sql: Sql = makeTag((statement) => this.run(statement));

  /**
   * Sends a statement. If its parameter types are unknown, PostgreSQL is asked first, once per
   * process; later statements wait, so all reach PostgreSQL in the order they arrived.
   */
  run(statement: BuiltStatement): Promise<Rows<object[]>> {
    const { text, parameters, isScript } = statement;
    const entry = isScript ? {} : this.#catalog.get(text);
    const isReady = entry.types !== undefined || !parameters.some(dependsOnType);
    if (isReady && !this.#waiting) return this.#send(statement, entry);
    const prepare = async () => {
      if (!isReady) entry.types ??= await this.#readTypes(text);
    };
    const prepared = this.#waiting ? this.#waiting.then(prepare) : prepare();
    const waiting = prepared.then(
      () => undefined,
      () => undefined,
    );
    this.#waiting = waiting;
    void waiting.then(() => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
    return prepared.then(() => this.#send(statement, entry));
  }

  /** The types of a statement's parameters, as PostgreSQL infers them from its text. */
  async #readTypes(text: string): Promise<readonly TypeId[]> {
    // EXPLAIN can't be prepared, but the statement it explains can.
    const statement = text.replace(/^\s*explain\s*(\([^)]*\))?/i, '');
    const [row] = (await this.#query({
      text: `prepare lotkeeper_types as ${statement}
        ; select parameter_types::oid[] as types from pg_prepared_statements where name = 'lotkeeper_types'
        ; deallocate lotkeeper_types`,
    })) as unknown as [{ types: TypeId[] }];
    return row.types;
  }

  #send(
    { text, parameters, isScript }: BuiltStatement,
    { name, types }: KnownStatement,
  ): Promise<Rows<object[]>> {
    const values = parameters.map((value, index) => encodeParameter(value, types?.[index]));
    this.#onStatement?.(text, values);
    // Without values, `pg` uses the simple protocol, which allows several statements.
    return this.#query(isScript ? { text } : { text, values, ...(name ? { name } : {}) });
  }

  async #query(query: pg.QueryConfig): Promise<Rows<object[]>> {
    this.#holdPacket();
    try {
      return toRows(await this.#client.query(query));
    } catch (error) {
      throw toStatementError(error);
    }
  }

  /** Lets all statements of this turn of the event loop leave in one packet. */
  #holdPacket(): void {
    if (this.#isHolding) return;
    const { socket } = this.#client;
    this.#isHolding = true;
    socket.cork();
    process.nextTick(() => {
      this.#isHolding = false;
      socket.uncork();
    });
  }
}

/** The rows of a statement; for several, those of the last one with any. */
function toRows(answer: pg.QueryResult | pg.QueryResult[]): Rows<object[]> {
  const results = Array.isArray(answer) ? answer : [answer];
  const { rows, rowCount } = (results.findLast(({ rows: { length } }) => length > 0) ??
    results.at(-1)) as pg.QueryResult<object>;
  // Not enumerable, so rows compare equal to a plain array.
  return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as Rows<object[]>;
}

/** Errors from PostgreSQL or a parser stay as they are; anything else means that the connection is lost. */
function toStatementError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof RangeError) return error;
  const { message } = error as Error;
  return new ConnectionLost(`The connection to the database was lost: ${message}`, {
    cause: error,
  });
}

/** A plan made stale by a schema change; the connection must not be reused. */
const overtakenPlan = /^(0A000|26000)$/;
/** PostgreSQL is closing, or has closed, the connection. */
const closingState = /^(57P0\d|08\d\d\d|25P03|25P04)$/;
/** A write was refused: the server may have become a standby. */
const readOnlyState = '25006';

/** Whether the connection can be reused after the error. */
export function leavesConnectionUsable(error: unknown): boolean {
  if (error instanceof ConnectionLost) return false;
  if (!(error instanceof pg.DatabaseError)) return true;
  const { code = '' } = error;
  return !overtakenPlan.test(code) && !closingState.test(code) && code !== readOnlyState;
}
