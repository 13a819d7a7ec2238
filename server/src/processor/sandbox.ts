import type { Instant } from '@lotkeeper/contract/kernel/calendar';
import { minuteMs } from '@lotkeeper/contract/kernel/durations';
import type { AccountRequirements } from '@lotkeeper/contract/money/payout-requirements';
import type { ProcessorSecrets, TokenKind } from '@lotkeeper/contract/money/processor';
import { tokenMinutes } from '@lotkeeper/contract/money/processor';
import { hashToken, newToken } from '../kernel/access/secrets.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Sql, SqlPool } from '../kernel/data/database.ts';
import type { AccountChange, PaymentProcessor, PayoutOrder } from './processor.ts';
import { ProcessorRefused } from './processor.ts';
import type { SandboxCards } from './sandbox-cards.ts';
import { openSandboxCards } from './sandbox-cards.ts';
import type { SandboxCharges } from './sandbox-charges.ts';
import { openSandboxCharges } from './sandbox-charges.ts';
import { advanceSandbox } from './sandbox-events.ts';
import { openSandboxReturns } from './sandbox-returns.ts';

/** Made-up banks, one per Federal Reserve district, which the first two digits of a routing number identify. */
const cities = [
  'Boston',
  'New York',
  'Philadelphia',
  'Cleveland',
  'Richmond',
  'Atlanta',
  'Chicago',
  'St. Louis',
  'Minneapolis',
  'Kansas City',
  'Dallas',
  'San Francisco',
];

const getBankName = (routingNumber: string) => {
  const city = cities[(Number(routingNumber.slice(0, 2)) % 20) - 1];
  return city ? `Sandbox Bank of ${city}` : 'Sandbox Bank';
};

interface TokenRow {
  kind: TokenKind;
  bank_name: string | null;
  last_four: string | null;
  representative: string | null;
  /** What a special number triggers. */
  behavior: string | null;
}

/** What is stored of the secrets: only what people identify them by. The sandbox pays nobody and needs no more. */
function toTokenRow(secrets: ProcessorSecrets): TokenRow {
  const emptyRow = {
    kind: secrets.kind,
    bank_name: null,
    last_four: null,
    representative: null,
    behavior: null,
  };
  if (secrets.kind === 'bank_account') {
    const bank_name = getBankName(secrets.routing_number);
    const { account_number } = secrets;
    const behavior = account_number === unknownAccount ? 'sends back' : null;
    return { ...emptyRow, bank_name, last_four: account_number.slice(-4), behavior };
  }
  if (secrets.kind === 'ein') {
    const isUnclear = secrets.ein.replace('-', '') === unclearEin;
    return { ...emptyRow, behavior: isUnclear ? 'must_say_more' : null };
  }
  return { ...emptyRow, representative: `${secrets.first_name} ${secrets.last_name}` };
}

/** How long money in the sandbox takes to reach a bank. */
const transferMs = minuteMs;

/** The number of an account that its bank doesn't know, as in Stripe's test mode. */
const unknownAccount = '000111111116';

/** The EIN of an organization about which the sandbox requires more information. */
const unclearEin = '120000000';

const nothingRequired: AccountRequirements = {
  can_be_paid: true,
  due: [],
  past_due: [],
  is_checking: false,
  disabled_reason: null,
  deadline: null,
};

const moreRequired: AccountRequirements = {
  ...nothingRequired,
  can_be_paid: false,
  due: ['company.address.line1', 'company.phone', 'tos_acceptance.date'],
};

/** A processor in this database that moves no money, with tables that nothing else reads. */
export interface Sandbox extends PaymentProcessor, SandboxCards, SandboxCharges {
  createToken(secrets: ProcessorSecrets): Promise<string>;
  /** Simulates what happens by itself, and reports it as events. */
  advance(): Promise<void>;
  /** Returns a payment, like a bank that doesn't know the account. */
  sendBack(processorRef: string, reason: string): Promise<void>;
}

export function openSandbox(deps: { sql: SqlPool; clock: Clock }): Sandbox {
  const { sql, clock } = deps;
  return {
    name: 'sandbox',
    ...openSandboxCards(deps),
    ...openSandboxCharges(deps),
    ...openSandboxReturns(deps),
    advance: () => advanceSandbox(deps),
    createToken: (secrets) => createToken(sql, secrets, clock()),
    kindOf: async (token) => (await readToken(sql, token, clock())).kind,
    apply: async (organization, token) =>
      applyToken(sql, organization.uuid, { token, row: await readToken(sql, token, clock()) }),
    pay: (order) => pay(sql, order, clock()),
    async readPayout({ processor_ref }) {
      const [row] = await sql<{ failure: string | null; created_at: Instant }[]>`
        select failure, created_at from processor.payouts where ref = ${processor_ref}`;
      const failure = row?.failure ?? null;
      const hasArrived = row !== undefined && clock() - row.created_at >= transferMs;
      return { hasArrived: hasArrived && failure === null, failure };
    },
    async readRequirements(accountRef) {
      const [account] = await sql<{ must_say_more: boolean }[]>`
        select must_say_more from processor.accounts where ref = ${accountRef}`;
      return account?.must_say_more ? moreRequired : nothingRequired;
    },
    startOnboarding: (organization, returnUrl) =>
      startOnboarding(sql, organization.uuid, returnUrl),
    async sendBack(processorRef, reason) {
      await sql`update processor.payouts set failure = ${reason} where ref = ${processorRef}`;
    },
  };
}

async function createToken(sql: Sql, secrets: ProcessorSecrets, now: Instant): Promise<string> {
  const token = `sandbox_${newToken()}`;
  await sql`delete from processor.tokens where expires_at < ${now}`;
  await sql`insert into processor.tokens ${sql.values({
    ...toTokenRow(secrets),
    token_hash: hashToken(token),
    expires_at: now + tokenMinutes * minuteMs,
  })}`;
  return token;
}

async function readToken(sql: Sql, token: string, now: Instant): Promise<TokenRow> {
  const [row] = await sql<TokenRow[]>`
    select kind, bank_name, last_four, representative, behavior from processor.tokens
    where token_hash = ${hashToken(token)} and expires_at > ${now}`;
  if (!row) throw new ProcessorRefused('What you entered has expired. Please enter it again.');
  return row;
}

/** Applied again, a token changes nothing more. */
async function applyToken(
  sql: SqlPool,
  holder: string,
  { token, row }: { token: string; row: TokenRow },
): Promise<AccountChange> {
  const { kind, bank_name, last_four, representative } = row;
  return sql.begin(async (tx) => {
    const [account] = await tx<[{ ref: string }]>`
      insert into processor.accounts as a (ref, holder, has_ein, representative, must_say_more)
      values (${`acct_${newToken()}`}, ${holder}, ${kind === 'ein'}, ${representative},
        ${row.behavior === 'must_say_more'})
      on conflict (holder) do update set has_ein = a.has_ein or excluded.has_ein,
        must_say_more = case when excluded.has_ein then excluded.must_say_more else a.must_say_more end,
        representative = coalesce(excluded.representative, a.representative)
      returning ref`;
    const change = { kind, account_ref: account.ref, representative };
    if (!bank_name || !last_four) return { ...change, bank: null };
    const [bank] = await tx<[{ ref: string }]>`
      insert into processor.banks as b (ref, account_ref, token_hash, bank_name, last_four, behavior)
      values (${`bank_${newToken()}`}, ${account.ref}, ${hashToken(token)}, ${bank_name}, ${last_four},
        ${row.behavior})
      on conflict (account_ref, token_hash) do update set bank_name = b.bank_name
      returning ref`;
    return { ...change, bank: { ref: bank.ref, bank_name, last_four } };
  });
}

/** The sandbox has no page of its own: a person sent there has entered everything when they return. */
async function startOnboarding(
  sql: Sql,
  holder: string,
  url: string,
): Promise<{ account_ref: string; url: string }> {
  const [account] = await sql<[{ ref: string }]>`
    insert into processor.accounts (ref, holder) values (${`acct_${newToken()}`}, ${holder})
    on conflict (holder) do update set must_say_more = false returning ref`;
  return { account_ref: account.ref, url };
}

async function pay(sql: Sql, order: PayoutOrder, now: Instant): Promise<string> {
  const [bank] = await sql`
    select ref from processor.banks where ref = ${order.bank_ref} and account_ref = ${order.account_ref}`;
  if (!bank) throw new ProcessorRefused('The processor does not know this bank account.');
  const [row] = await sql<[{ ref: string }]>`
    insert into processor.payouts as p (key, ref, bank_ref, amount, created_at)
    values (${order.key}, ${`payout_${newToken()}`}, ${order.bank_ref}, ${order.amount}, ${now})
    on conflict (key) do update set key = p.key
    returning ref`;
  return row.ref;
}
