/** The names of a row that it always has. */
type RequiredKeys<Row> = Row extends unknown
  ? { [Key in keyof Row]-?: undefined extends Row[Key] ? never : Key }[keyof Row]
  : never;
type AnyKeys<Row> = Row extends unknown ? keyof Row : never;
type ValueOf<Row, Key> = Row extends unknown ? (Key extends keyof Row ? Row[Key] : never) : never;

type MissingColumns<Row, Seen> = `has no column ${Exclude<RequiredKeys<Row>, keyof Seen> & string}`;
type UnknownColumns<Row, Seen> =
  `has a column ${Exclude<keyof Seen, AnyKeys<Row>> & string} that its type lacks`;

/** The kinds of values that a column had and its type excludes. */
type OtherKinds<Value, Kinds, Name extends string> = unknown extends Value
  ? never
  : Kinds extends keyof SeenKinds
    ? [Extract<Value, SeenKinds[Kinds]>] extends [never]
      ? `has ${Kinds} in ${Name}`
      : never
    : never;
interface SeenKinds {
  null: null;
  boolean: boolean;
  number: number;
  bigint: bigint;
  string: string;
  object: object;
  array: readonly unknown[];
}
type OtherValues<Row, Seen> = {
  [Key in keyof Seen & string]: Key extends AnyKeys<Row>
    ? OtherKinds<ValueOf<Row, Key>, Seen[Key], Key>
    : never;
}[keyof Seen & string];

/** What the tests saw of a statement's rows that their type excludes, in words. */
type RowProblems<Rows extends readonly unknown[], Seen, Row = Exclude<Rows[number], undefined>> =
  | MissingColumns<Row, Seen>
  | UnknownColumns<Row, Seen>
  | OtherValues<Row, Seen>;

/** The rows as the code states them, where there is no problem. */
type Checked<Rows, Problems extends never> = Rows;
