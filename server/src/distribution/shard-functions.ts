import type { Sql } from '../kernel/data/database.ts';
import { must } from '../kernel/must.ts';

/** A PL/pgSQL function of the schema `lotkeeper`. */
export interface DatabaseFunction {
  name: string;
  /** Its parameters as SQL, and their names. */
  parameters: string;
  parameterNames: readonly string[];
  result: string;
  body: string;
}

/** The PL/pgSQL functions of the schema `lotkeeper`, by name. */
export async function readFunctions(sql: Sql): Promise<Map<string, DatabaseFunction>> {
  const rows = await sql<(Omit<DatabaseFunction, 'parameterNames'> & { names: string[] | null })[]>`
    select p.proname::text as name, pg_get_function_arguments(p.oid) as parameters,
      p.proargnames as names, pg_get_function_result(p.oid) as result, p.prosrc as body
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'lotkeeper'::regnamespace and l.lanname = 'plpgsql' and p.prokind = 'f'`;
  return new Map(
    rows.map(({ names, ...row }) => [row.name, { ...row, parameterNames: names ?? [] }]),
  );
}

const writingStatement = /\b(insert into|delete from) (\w+)(?: as (\w+))?([^;]*);/g;
const calledFunction = /\blotkeeper\.(\w+)\(/g;
const notification = /\b(?:pg_notify\(|notify )/;

/** Whether a trigger's function notifies the servers, which PostgreSQL refuses in a transaction across nodes. */
const notifies = ({ body }: DatabaseFunction) => notification.test(body);

export const toShardName = (name: string) => `${name}_on_shard`;

/** Functions that write tables, directly or through another function. */
function findWriters(functions: ReadonlyMap<string, DatabaseFunction>): Set<string> {
  const writers = new Set<string>();
  const writes = ({ body }: DatabaseFunction) =>
    body.search(writingStatement) >= 0 ||
    [...body.matchAll(calledFunction)].some(([, name = '']) => writers.has(name));
  for (let count = -1; count < writers.size; ) {
    count = writers.size;
    for (const writer of functions.values()) if (writes(writer)) writers.add(writer.name);
  }
  return writers;
}

/** The tables that some statements read besides the one they write; no statement reads two. */
const readTables = ['rentals', 'webhook_endpoints'];

/**
 * Turns a statement into one that writes the sibling of the trigger's shard: the same organizations on the same node.
 * The trigger's own shard is in `shard`; the function's parameters are passed in.
 */
function toShardStatement(
  [, verb = '', table = '', alias = table, rest = '']: RegExpMatchArray,
  shard: string,
  parameterNames: readonly string[],
): string {
  const parameters = parameterNames.filter((name) => new RegExp(`\\b${name}\\b`).test(rest));
  const read = readTables.find((name) => new RegExp(`\\bfrom ${name}\\b`).test(rest));
  const text = parameters.reduce(
    (text, name, index) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `$${index + 1}`),
    rest.replaceAll('%', '%%').replaceAll(`from ${read}`, 'from %2$s'),
  );
  const using = parameters.length > 0 ? ` using ${parameters.join(', ')}` : '';
  const tables = read ? [table, read] : [table];
  const shards = tables.map((name) => `lotkeeper.find_sibling_shard(${shard}, '${name}')`);
  return `execute format($statement$${verb} %1$s as ${alias}${text}$statement$, ${shards.join(', ')})${using};`;
}

function toShardFunction(given: DatabaseFunction, writers: ReadonlySet<string>): string {
  const { name, parameters, parameterNames, result, body } = given;
  const isTrigger = result === 'trigger';
  const shard = isTrigger ? 'tg_relid' : 'shard';
  const shardBody = body
    .replaceAll(writingStatement, (...match: unknown[]) =>
      toShardStatement(match as unknown as RegExpMatchArray, shard, parameterNames),
    )
    .replaceAll(/\blotkeeper\.(\w+)\(([^()]*)\)/g, (call, called: string, values: string) =>
      writers.has(called) ? `lotkeeper.${toShardName(called)}(${values}, ${shard})` : call,
    );
  const shardParameters = isTrigger ? '' : `${parameters}, shard oid`;
  return createFunction(toShardName(name), shardParameters, result, shardBody);
}

/** On a reference table the trigger fires on every node, and only the coordinator's transaction isn't prepared. */
function toCoordinatorFunction({ name, result, body }: DatabaseFunction): string {
  const guard = `if (select groupid from pg_dist_local_group) <> 0 then return null; end if;`;
  const guarded = body.replace(/\bbegin\b/, `begin\n    ${guard}`);
  return createFunction(toShardName(name), '', result, guarded);
}

const createFunction = (name: string, parameters: string, result: string, body: string) =>
  `create or replace function lotkeeper.${name}(${parameters}) returns ${result} language plpgsql as $function$${body}$function$`;

/** The name of another table's shard for the same organizations; raises an error if there is none. */
const findSiblingShard = `
  create or replace function lotkeeper.find_sibling_shard(shard oid, wanted text) returns text
    language plpgsql stable as $function$
    begin
      return (
        select shard_name(other.logicalrelid, other.shardid) from pg_dist_shard own
        join pg_dist_shard other on other.shardminvalue = own.shardminvalue
        where own.shardid = (
            select substring(relname from '_([0-9]+)$')::bigint from pg_class where oid = shard)
          and other.logicalrelid = wanted::regclass);
    end $function$`;

/** The name of the node's own copy of a reference table. */
const findOwnCopy = `
  create or replace function lotkeeper.find_own_copy(wanted text) returns text language plpgsql stable as $function$
    begin
      return (
        select shard_name(logicalrelid, shardid) from pg_dist_shard where logicalrelid = wanted::regclass);
    end $function$`;

/** Affiliations and people are reference tables: the trigger fires on every node, and changes that node's copy. */
const keepMembership = `
  create or replace function lotkeeper.keep_membership_on_shard() returns trigger language plpgsql as $function$
    begin
      execute format(
        'update %s set organization_ids = organization_ids || $1 where pk = $2 and not $1 = any (organization_ids)',
        lotkeeper.find_own_copy('people')) using new.organization_id, new.person_pk;
      return null;
    end $function$`;

/** What triggers on shards and reference tables call instead of the original functions. */
export interface ShardFunctions {
  /** Statements that create the functions; each name ends with `_on_shard`. */
  statements: string[];
  /** The functions that have such a form. */
  names: ReadonlySet<string>;
  /** The ones that notify. Their triggers can't be on shards of distributed tables. */
  notifying: ReadonlySet<string>;
}

/**
 * Derives the functions for shards from those that the migrations created, so that a migration changes both.
 * PostgreSQL's own statements on a shard know nothing of other shards, and Citus can't read a trigger's transition
 * tables: the rows are written to the sibling shard, bypassing Citus.
 */
export function deriveShardFunctions(
  functions: ReadonlyMap<string, DatabaseFunction>,
): ShardFunctions {
  const originals = new Map([...functions].filter(([name]) => !name.endsWith(toShardName(''))));
  for (const name of ['find_sibling_shard', 'find_own_copy']) originals.delete(name);
  const writers = findWriters(originals);
  const notifying = [...originals.values()].filter(notifies);
  return {
    statements: [
      findSiblingShard,
      findOwnCopy,
      keepMembership,
      ...[...writers].map((name) => toShardFunction(must(originals.get(name), name), writers)),
      ...notifying.map(toCoordinatorFunction),
    ],
    names: new Set([...writers, 'keep_membership', ...notifying.map(({ name }) => name)]),
    notifying: new Set(notifying.map(({ name }) => name)),
  };
}
