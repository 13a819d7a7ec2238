import { parseArgs } from 'node:util';
import { toIso } from '@lotkeeper/contract/kernel/calendar';
import { readEmail } from '@lotkeeper/contract/kernel/typed-text';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Config } from '../config.ts';
import { retrySetAside } from '../features/cars/visits/public.ts';
import { endSignInBlock, listSignInBlocks } from '../features/people/session/public.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Database, Sql } from '../kernel/data/database.ts';
import { nameDatabase } from '../kernel/data/database.ts';
import { StartError } from '../kernel/start-error.ts';
import { printLine, runCommand } from './command.ts';

const usage = `Usage:
  npm run admin -- create-superuser --email you@example.com --first-name Ada --last-name Lovelace [--phone +16025550147]
  npm run admin -- list-sign-in-blocks
  npm run admin -- lift-sign-in-block --person 31, or --email you@example.com
  npm run admin -- retry-set-aside`;

/** The end of a message about a wrong command line. */
const help = 'npm run admin -- --help shows the commands.';

interface NewSuperuser {
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
}

const options = {
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  phone: { type: 'string' },
  person: { type: 'string' },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('\n')[0]} ${help}`);
  }
}

function readPhone(input: string | undefined): string | null {
  if (input === undefined) return null;
  const phone = parsePhoneNumberFromString(input);
  if (phone?.isPossible()) return phone.number;
  throw new StartError(`--phone ${input} is not a phone number: write it as +16025550147.`);
}

type Values = ReturnType<typeof parse>['values'];

/** Parses who becomes a superuser; reports everything missing or wrong in one message. */
function readSuperuser(values: Values): NewSuperuser {
  const need = (name: 'email' | 'first-name' | 'last-name') => {
    const value = values[name]?.trim();
    if (!value) throw new StartError(`--${name} is missing. ${help}`);
    return value;
  };
  const given = need('email');
  const email = readEmail(given);
  if (email === null) throw new StartError(`--email ${given} is not an email address.`);
  return {
    email,
    first_name: need('first-name'),
    last_name: need('last-name'),
    phone: readPhone(values.phone),
  };
}

async function refuseTakenPhone(sql: Sql, { email, phone }: NewSuperuser): Promise<void> {
  const [other] = await sql<{ email: string | null }[]>`
    select email from people
    where phone = ${phone} and lower(email) is distinct from ${email}`;
  if (other) {
    throw new StartError(
      `The phone number ${phone} belongs to ${other.email ?? 'someone else'}: leave out --phone, or use another.`,
    );
  }
}

const nameOfDatabase = ({ DATABASE_URL, DATA_DIR }: Config) =>
  DATABASE_URL ? nameDatabase(DATABASE_URL) : `the built-in one in ${DATA_DIR}`;

/** Creates a superuser or promotes an existing person; running it again changes nothing. */
async function createSuperuser(
  { system }: Database,
  superuser: NewSuperuser,
  config: Config,
): Promise<number> {
  printLine(`Database: ${nameOfDatabase(config)}.`);
  await refuseTakenPhone(system, superuser);
  const [known] = await system<{ superuser: boolean }[]>`
    select superuser from people where lower(email) = ${superuser.email}`;
  if (known?.superuser) printLine(`${superuser.email} is already a superuser.`);
  else if (known) {
    await system`update people set superuser = true where lower(email) = ${superuser.email}`;
    printLine(`${superuser.email} is now a superuser; name and phone haven’t changed.`);
  } else {
    await system`insert into people ${system.values({ ...superuser, superuser: true })}`;
    printLine(
      `${superuser.first_name} ${superuser.last_name} (${superuser.email}) is now a superuser.`,
    );
  }
  printLine(
    `To sign in, enter ${superuser.email} on the login page: a verification code will come by email.`,
  );
  return 0;
}

/** Lists the people whom wrong guesses of strangers keep out of new browsers. */
async function listBlocks({ system }: Database): Promise<number> {
  const blocks = await listSignInBlocks(system, null, systemClock());
  const people = await system<{ pk: number; name: string; username: string | null }[]>`
    select pk, first_name || ' ' || last_name as name, coalesce(email, phone) as username
    from people where pk = any (${blocks.map(({ person_pk }) => person_pk)}::bigint[])`;
  if (blocks.length === 0) printLine('Nobody’s sign-in is blocked.');
  for (const { person_pk, until } of blocks) {
    const person = people.find(({ pk }) => pk === person_pk);
    printLine(`${person_pk}: ${person?.name} (${person?.username}), until ${toIso(until)}`);
  }
  return 0;
}

/** Whom a command is about: the number of a person, or their email address. */
type Who = { person: number } | { email: string };

async function findPerson({ system }: Database, identity: Who): Promise<number> {
  const [row] = await system<{ pk: number }[]>`
    select pk from people
    where ${'person' in identity ? system`pk = ${identity.person}` : system`lower(email) = ${identity.email}`}`;
  if (row) return row.pk;
  throw new StartError(
    `There is no person ${'person' in identity ? identity.person : identity.email}.`,
  );
}

async function liftBlock(database: Database, identity: Who): Promise<number> {
  const { system } = database;
  const personPk = await findPerson(database, identity);
  const blocks = await listSignInBlocks(system, [personPk], systemClock());
  if (blocks.length === 0) throw new StartError(`The sign-in of person ${personPk} isn’t blocked.`);
  await endSignInBlock(system, personPk);
  printLine(`Person ${personPk} can sign in with a new browser again.`);
  return 0;
}

/** Has reads and visits tried again that an earlier version couldn't pair or judge. */
async function retry({ system }: Database): Promise<number> {
  const count = await retrySetAside(system, systemClock());
  printLine(count === 0 ? 'Nothing was set aside.' : `Rows that the server tries again: ${count}.`);
  return 0;
}

function readWho({ person, email }: Values): Who {
  if ((person === undefined) === (email === undefined))
    throw new StartError(`Name the person with either --person or --email. ${help}`);
  if (person !== undefined && /^[1-9]\d{0,14}$/.test(person)) return { person: Number(person) };
  const address = email === undefined ? null : readEmail(email);
  if (address !== null) return { email: address };
  throw new StartError(
    email === undefined
      ? `--person ${person} is not a number: list-sign-in-blocks shows it.`
      : `--email ${email} is not an email address.`,
  );
}

/** What a command line asks for. */
function readArguments(args: string[]) {
  const { values, positionals } = parse(args);
  const [act] = positionals.length === 1 ? positionals : [];
  if (act === 'create-superuser') {
    const superuser = readSuperuser(values);
    return (database: Database, config: Config) => createSuperuser(database, superuser, config);
  }
  if (act === 'list-sign-in-blocks') return listBlocks;
  if (act === 'retry-set-aside') return retry;
  if (act !== 'lift-sign-in-block') throw new StartError(`Say what to do: ${help}`);
  const identity = readWho(values);
  return (database: Database) => liftBlock(database, identity);
}

await runCommand({ usage, read: readArguments });
