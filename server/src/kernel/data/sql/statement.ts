import type { Parameter } from './values.ts';
import { castFor, JsonParameter } from './values.ts';

/**
 * The rows of a result, and how many rows the statement read or wrote. On Citus, the count of an
 * `insert … select` includes rows skipped by a conflict; if that matters, return the inserted rows
 * and count those.
 */
export type Rows<T> = T & { count: number };

/** A statement with numbered parameters, ready to send. */
export interface BuiltStatement {
  text: string;
  parameters: readonly Parameter[];
  /** Sent as it is, by the simple protocol, which allows several statements at once. */
  isScript: boolean;
}

export type Run = (statement: BuiltStatement) => Promise<Rows<object[]>>;

interface Builder {
  text: string;
  parameters: Parameter[];
}

/** An element of a statement: a value, a fragment, or several fragments in a row. */
type Piece = Parameter | Fragment | readonly Fragment[];

/** Part of a statement, for use in another one. Values never become text: they are parameters. */
export class Fragment {
  readonly #strings: readonly string[];
  readonly #values: readonly Piece[];

  constructor(strings: readonly string[], values: readonly Piece[]) {
    this.#strings = strings;
    this.#values = values;
  }

  /** Appends this fragment to a statement that is being built. */
  appendTo(builder: Builder): void {
    builder.text += this.#strings[0];
    for (const [index, value] of this.#values.entries()) {
      append(builder, value);
      builder.text += this.#strings[index + 1];
    }
  }

  /** Builds it as a complete statement. */
  build(isScript: boolean): BuiltStatement {
    const builder: Builder = { text: '', parameters: [] };
    this.appendTo(builder);
    return { ...builder, isScript };
  }
}

const areFragments = (piece: Piece): piece is readonly Fragment[] =>
  Array.isArray(piece) && piece[0] instanceof Fragment;

function append(builder: Builder, piece: Piece): void {
  if (piece instanceof Fragment) piece.appendTo(builder);
  else if (areFragments(piece)) for (const fragment of piece) fragment.appendTo(builder);
  else appendParameter(builder, piece);
}

function appendParameter(builder: Builder, value: Parameter): void {
  if (value === undefined) {
    throw new TypeError(`Parameter ${builder.parameters.length + 1} of a statement is undefined.`);
  }
  builder.parameters.push(value);
  builder.text += `$${builder.parameters.length}${castFor(value)}`;
}

/** A statement that is sent once, when first awaited. As a fragment of another statement it isn't sent itself. */
export class Statement<T> extends Fragment implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #run: Run;
  readonly #isScript: boolean;
  #answer: Promise<Rows<T>> | undefined;

  constructor(run: Run, strings: readonly string[], values: readonly Piece[], isScript = false) {
    super(strings, values);
    this.#run = run;
    this.#isScript = isScript;
  }

  /** Sends it now, without waiting for the result. */
  execute(): Promise<Rows<T>> {
    this.#answer ??= this.#send();
    return this.#answer;
  }

  async #send(): Promise<Rows<T>> {
    return (await this.#run(this.build(this.#isScript))) as unknown as Rows<T>;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a statement is what sends it.
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = Rows<T>, B = never>(
    onAnswer?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.execute().then(onAnswer, onError);
  }

  catch<B = never>(
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<Rows<T> | B> {
    return this.execute().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<Rows<T>> {
    return this.execute().finally(onEnd);
  }
}

const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

type AnyRows = readonly (object | undefined)[];

/** Creates statements that run in one place: on a pool, on a connection, or in a transaction. */
export interface Sql {
  <T extends AnyRows = Record<string, never>[]>(
    strings: TemplateStringsArray,
    ...values: readonly Piece[]
  ): Statement<T>;
  /** Raw text, never from a caller's input: a fragment, or a script of several statements. */
  unsafe<T extends AnyRows = Record<string, never>[]>(text: string): Statement<T>;
  /** The quoted name of a table or column. */
  identifier(name: string): Fragment;
  /** A whole number as text: a limit that the planner must know. Throws on any other number. */
  literal(value: number): Fragment;
  /** `("a", "b") values ($1, $2), ($3, $4)` for an insert of one row, or several with the same columns. */
  values(rows: object | readonly object[]): Fragment;
  /** `"a" = $1, "b" = $2`, for an update. */
  assignments(row: object): Fragment;
  /** A value that is sent as JSON. */
  json(value: unknown): JsonParameter;
}

function buildLiteral(value: number): Fragment {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a safe integer: ${value}`);
  return new Fragment([String(value)], []);
}

function buildValues(input: object | readonly object[]): Fragment {
  const rows = Array.isArray(input) ? (input as readonly object[]) : [input];
  const names = Object.keys(rows[0] ?? {});
  const strings = rows.flatMap((_, index) => [
    index === 0 ? `(${names.map(quoteIdentifier).join(', ')}) values (` : '), (',
    ...Array.from({ length: names.length - 1 }, () => ', '),
  ]);
  const values = rows.flatMap((row) => {
    const cells = row as Record<string, Parameter>;
    return names.map((name) => cells[name] as Parameter);
  });
  return new Fragment([...strings, ')'], values);
}

function buildAssignments(row: object): Fragment {
  const [first = '', ...others] = Object.keys(row).map((name) => `${quoteIdentifier(name)} = `);
  const strings = [first, ...others.map((other) => `, ${other}`), ''];
  return new Fragment(strings, Object.values(row) as Parameter[]);
}

/** A tag whose statements are sent by `run`. */
export function makeTag(run: Run): Sql {
  const tag = <T>(strings: readonly string[], ...values: Piece[]) =>
    new Statement<T>(run, strings, values);
  const unsafe = <T>(text: string) => new Statement<T>(run, [text], [], true);
  return Object.assign(tag, {
    unsafe,
    identifier: (name: string) => new Fragment([quoteIdentifier(name)], []),
    literal: buildLiteral,
    values: buildValues,
    assignments: buildAssignments,
    json: (value: unknown) => new JsonParameter(value),
  });
}
