import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Rows } from './statement.ts';
import type { WireValue } from './values.ts';
import { getParser } from './values.ts';

/** The messages that `pg` sends on a connection; its own types are looser. */
interface WireConnection extends EventEmitter {
  stream: Duplex;
  parse(statement: { name: string; text: string; types: readonly number[] }): void;
  describe(target: { type: 'S'; name: string }): void;
  bind(values: { statement: string; values: readonly WireValue[] }): void;
  execute(options: null): void;
  sync(): void;
  query(text: string): void;
  sendCopyFail(reason: string): void;
}

type Cell = (text: string) => unknown;

interface Column {
  name: string;
  parse: Cell | undefined;
}

interface PreparedStatement {
  columns: readonly Column[];
  /** OIDs; undefined until PostgreSQL has described it. */
  parameterTypes?: readonly number[];
}

/** What PostgreSQL has prepared on one connection, by statement name. */
export class PreparedStatements {
  readonly #statements = new Map<string, PreparedStatement>();
  /** Executions whose parameters PostgreSQL will describe next, in the order they were sent. */
  readonly #undescribed: Execution[] = [];

  constructor(connection: EventEmitter) {
    connection.on('parameterDescription', (message: { dataTypeIDs: number[] }) => {
      this.#undescribed.shift()?.handleDescription(message.dataTypeIDs);
    });
  }

  get(name: string): PreparedStatement | undefined {
    return this.#statements.get(name);
  }

  /** Notes that a statement is being prepared; those of the same name that are sent behind it rely on it. */
  add(name: string): void {
    this.#statements.set(name, { columns: [] });
  }

  expectDescription(execution: Execution): void {
    this.#undescribed.push(execution);
  }

  /** Forgets a statement that PostgreSQL refused to prepare. */
  forget(execution: Execution, name: string): void {
    const index = this.#undescribed.indexOf(execution);
    if (index < 0) return;
    this.#undescribed.splice(index, 1);
    this.#statements.delete(name);
  }
}

/** The connection was cut or is gone: nobody knows whether the statement took effect. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
}

export interface ExecutionOptions {
  name: string;
  text: string;
  types: readonly number[];
  /** Null only prepares and describes the statement. */
  values: readonly WireValue[] | null;
  prepared: PreparedStatements;
}

type Answer = Rows<object[]>;
export type Callback = (error: unknown, answer?: Answer) => void;

/** Distributed PostgreSQL counts rows that a conflict left out in the tag of an `insert … select`. */
function refuseInsertCount(): never {
  throw new Error('The tag of an INSERT isn’t exact. Return the inserted rows and count those.');
}

/** The count is not enumerable, so that rows compare as a plain array. */
const withCount = (rows: object[], tag: string) =>
  Object.defineProperty(
    rows,
    'count',
    tag.startsWith('INSERT')
      ? { get: refuseInsertCount }
      : { value: Number(/\d+$/.exec(tag)?.[0] ?? 0) },
  ) as Answer;

function readRow(columns: readonly Column[], cells: readonly (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index++) {
    const { name, parse } = columns[index] as Column;
    const cell = cells[index] as string | null;
    row[name] = cell === null || parse === undefined ? cell : parse(cell);
  }
  return row;
}

// `pg` pipelines subclasses of its Query alone, and calls the handlers below, which its types don't declare.
const BaseQuery = pg.Query as unknown as new (text: string) => EventEmitter;

/** Collects the rows of an answer and ends with them or with an error. */
abstract class RowCollector extends BaseQuery {
  declare callback: Callback;
  #rows: object[] = [];
  #tag = '';
  #columns: readonly Column[] | undefined;
  #rowError: unknown;

  constructor(callback: Callback) {
    super('');
    this.callback = callback;
  }

  /** Columns of a statement whose description came earlier. */
  protected abstract getKnownColumns(): readonly Column[];

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => ({
      name,
      parse: getParser(dataTypeID),
    }));
    this.#rows = [];
    this.saveColumns(this.#columns);
  }

  protected saveColumns(_columns: readonly Column[]): void {}

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#rowError) return;
    this.#columns ??= this.getKnownColumns();
    try {
      this.#rows.push(readRow(this.#columns, message.fields));
    } catch (error) {
      this.#rowError = error;
    }
  }

  handleCommandComplete(message: { text: string }): void {
    this.#tag = message.text;
  }

  handleReadyForQuery(): void {
    if (this.#rowError) this.callback(this.#rowError);
    else this.callback(null, withCount(this.#rows, this.#tag));
  }

  handleError(error: Error): void {
    if (error instanceof pg.DatabaseError) return this.callback(error);
    const message = `The connection to the database was lost: ${error.message}`;
    this.callback(new ConnectionLost(message, { cause: error }));
  }

  handleCopyInResponse(connection: WireConnection): void {
    connection.sendCopyFail('Statements take no data from a file.');
  }

  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
}

/**
 * One statement on its way. Unlike `pg`'s own query it is described once a connection instead of once a
 * call, and knows the types of its parameters.
 */
export class Execution extends RowCollector {
  readonly #options: ExecutionOptions;

  constructor(options: ExecutionOptions, callback: Callback) {
    super(callback);
    this.#options = options;
  }

  /** Writes the messages of the statement in one go. */
  submit(connection: WireConnection): null {
    const { name, values, prepared } = this.#options;
    connection.stream.cork();
    try {
      if (name === '' || !prepared.get(name)) this.#sendPreparation(connection);
      if (values) {
        connection.bind({ statement: name, values });
        connection.execute(null);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  #sendPreparation(connection: WireConnection): void {
    const { name, text, types, prepared } = this.#options;
    connection.parse({ name, text, types });
    connection.describe({ type: 'S', name });
    prepared.expectDescription(this);
    prepared.add(name);
  }

  handleDescription(parameterTypes: readonly number[]): void {
    const statement = this.#getPrepared();
    if (statement) statement.parameterTypes = parameterTypes;
  }

  #getPrepared(): PreparedStatement | undefined {
    return this.#options.prepared.get(this.#options.name);
  }

  protected getKnownColumns(): readonly Column[] {
    return this.#getPrepared()?.columns ?? [];
  }

  protected override saveColumns(columns: readonly Column[]): void {
    const statement = this.#getPrepared();
    if (statement) statement.columns = columns;
  }

  override handleError(error: Error): void {
    this.#options.prepared.forget(this, this.#options.name);
    super.handleError(error);
  }
}

/** Several statements in one text, sent as they stand; the rows are those of the last one that has any. */
export class ScriptExecution extends RowCollector {
  readonly #text: string;

  constructor(text: string, callback: Callback) {
    super(callback);
    this.#text = text;
  }

  submit(connection: WireConnection): null {
    connection.query(this.#text);
    return null;
  }

  protected getKnownColumns(): readonly Column[] {
    return [];
  }
}
