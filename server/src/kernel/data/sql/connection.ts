import pg from 'pg';
import type { Callback } from './execution.ts';
import { ConnectionLost, Execution, PreparedStatements, ScriptExecution } from './execution.ts';
import type { BuiltStatement, Rows, Sql } from './statement.ts';
import { makeTag } from './statement.ts';
import type { WireValue } from './values.ts';
import { formatValue } from './values.ts';

/** Hears every statement that is sent, with its parameters as text. */
export type StatementListener = (text: string, parameters: readonly (string | null)[]) => void;

interface KnownStatement {
  name: string;
  /** OIDs of its parameters, once PostgreSQL has described it. */
  parameterTypes?: readonly number[];
}

/** Statements of more texts than this are sent unnamed, so that connections don't fill with plans. */
const maxNamedStatements = 2000;

/** Names and parameter types of statements, the same for all connections of a database. */
export class StatementCatalog {
  readonly #statements = new Map<string, KnownStatement>();
  readonly #areNamed: boolean;

  constructor(areNamed: boolean) {
    this.#areNamed = areNamed;
  }

  get({ text, types }: BuiltStatement): KnownStatement {
    const signature = types.some(Boolean) ? `${text}\0${types.join()}` : text;
    const known = this.#statements.get(signature);
    if (known) return known;
    const count = this.#statements.size;
    if (count >= maxNamedStatements) return { name: '' };
    const statement: KnownStatement = { name: this.#areNamed ? `lotkeeper_${count}` : '' };
    if (types.every(Boolean)) statement.parameterTypes = types;
    this.#statements.set(signature, statement);
    return statement;
  }
}

interface PendingExecution {
  statement: BuiltStatement;
  settle: (rows: Promise<Rows<object[]>>) => void;
}

const toText = (value: WireValue) =>
  Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;

/** A connection that belongs to one task. Statements are pipelined in the order they arrive. */
export class Connection {
  /** The scope that reads set on it; null when none is set, or nobody knows. */
  scope: string | null = null;
  /** Whether it was lost, or is in a state that nobody knows. */
  isBroken = false;
  readonly openedAt = performance.now();
  readonly #client: pg.Client;
  readonly #catalog: StatementCatalog;
  readonly #prepared: PreparedStatements;
  readonly #onStatement: StatementListener | undefined;
  /** Statements that wait until the first of them is described. */
  readonly #backlog: PendingExecution[] = [];

  constructor(
    client: pg.Client,
    catalog: StatementCatalog,
    onStatement: StatementListener | undefined,
  ) {
    this.#client = client;
    this.#catalog = catalog;
    this.#prepared = new PreparedStatements(client.connection);
    this.#onStatement = onStatement;
  }

  /** Whether the next task can have it. One that is left within a transaction is closed, and with it the transaction. */
  get isReady(): boolean {
    return !this.isBroken && this.#client.getTransactionStatus() === 'I';
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  /** Ends it at once; statements under way fail. */
  cut(): void {
    this.isBroken = true;
    this.#client.connection.stream.destroy();
  }

  /** A tag whose statements run on this connection. */
  readonly sql: Sql = makeTag((statement) => this.run(statement));

  /**
   * Sends a statement. One whose parameters are of unknown types is described first, once a process; those
   * that come meanwhile wait, so that statements reach PostgreSQL in the order they arrived.
   */
  run(statement: BuiltStatement): Promise<Rows<object[]>> {
    if (this.#backlog.length === 0) {
      const { parameterTypes } = this.#catalog.get(statement);
      if (parameterTypes) return this.#send(statement, parameterTypes);
    }
    return new Promise((resolve, reject) => {
      this.#backlog.push({ statement, settle: (rows) => rows.then(resolve, reject) });
      if (this.#backlog.length === 1) void this.#sendBacklog();
    });
  }

  async #sendBacklog(): Promise<void> {
    for (let next = this.#backlog[0]; next; next = this.#backlog[0]) {
      const { statement, settle } = next;
      try {
        const { parameterTypes } = this.#catalog.get(statement);
        settle(this.#send(statement, parameterTypes ?? (await this.#describe(statement))));
      } catch (error) {
        settle(Promise.reject(error));
      }
      this.#backlog.shift();
    }
  }

  /** Sends a statement at once, so that it takes effect behind all that were sent before. */
  #send(statement: BuiltStatement, types: readonly number[]): Promise<Rows<object[]>> {
    const { text, parameters } = statement;
    if (statement.isScript && parameters.length === 0) {
      this.#onStatement?.(text, []);
      return this.#submit((callback) => new ScriptExecution(text, callback));
    }
    const values = parameters.map((value, index) => formatValue(value, types[index] ?? 0));
    this.#onStatement?.(text, values.map(toText));
    return this.#execute(statement, values);
  }

  /** Asks PostgreSQL for the types of a statement's parameters; known from then on to all connections. */
  async #describe(statement: BuiltStatement): Promise<readonly number[]> {
    const known = this.#catalog.get(statement);
    await this.#execute(statement, null);
    const { parameterTypes } = this.#prepared.get(known.name) ?? {};
    if (!parameterTypes) throw new Error('PostgreSQL did not describe a statement.');
    known.parameterTypes = parameterTypes;
    return parameterTypes;
  }

  #execute(statement: BuiltStatement, values: WireValue[] | null): Promise<Rows<object[]>> {
    const { text, types } = statement;
    const { name } = this.#catalog.get(statement);
    const options = { name, text, types, values, prepared: this.#prepared };
    return this.#submit((callback) => new Execution(options, callback));
  }

  /** Sends the statements that are executed within `send` in one packet. */
  sendTogether<T>(send: () => T): T {
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }

  #submit(open: (callback: Callback) => Execution | ScriptExecution): Promise<Rows<object[]>> {
    return new Promise((resolve, reject) => {
      this.#client.query(open(settle(resolve, reject)) as unknown as pg.Submittable);
    });
  }
}

/** How `pg` says that an answer did not come in time; it closes the connection then. */
const timeoutMessage = 'Query read timeout';

const settle =
  (resolve: (rows: Rows<object[]>) => void, reject: (error: unknown) => void): Callback =>
  (error, rows) => {
    if (rows) resolve(rows);
    else if (error instanceof Error && error.message === timeoutMessage) {
      reject(new ConnectionLost('The database did not answer in time.', { cause: error }));
    } else reject(error);
  };

/** A plan that a change of the schema overtook; the connection must not be used again. */
const overtakenPlan = /^(0A000|26000)$/;
/** PostgreSQL closes, or has closed, the connection. */
const closingState = /^(57P0\d|08\d\d\d|25P03|25P04)$/;
/** A write was refused: the server may have become a standby. */
const readOnlyState = '25006';

/** Whether the connection is as good as new after the error. */
export function leavesConnectionUsable(error: unknown): boolean {
  if (error instanceof ConnectionLost) return false;
  if (!(error instanceof pg.DatabaseError)) return true;
  const { code = '' } = error;
  return !overtakenPlan.test(code) && !closingState.test(code) && code !== readOnlyState;
}
