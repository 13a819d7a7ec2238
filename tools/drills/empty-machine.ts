import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createApiKey } from '@lotkeeper/contract/intake/api-keys';
import { ingestRefunds, ingestRentals } from '@lotkeeper/contract/intake/ingest';
import { getFigure, listFigureEntries } from '@lotkeeper/contract/money/figures';
import { logIn, requestCode } from '@lotkeeper/contract/people/session';
import { createSpot } from '@lotkeeper/contract/platform/spot-fields';
import { createOrganization, createPerson } from '@lotkeeper/contract/platform/superuser';
import { makeFolder } from '../../server/src/testing/processes.ts';
import type { Figure } from '../bench/table.ts';
import { judging } from '../bench/table.ts';
import { countDifferences, runCommand } from './commands.ts';
import type { Drill } from './drill.ts';
import type { Lotkeeper } from './lotkeeper.ts';
import { killAll, startLotkeeper, waitFor } from './lotkeeper.ts';
import type { Caller } from './people.ts';
import { callWell } from './people.ts';

const maxFirstFigureMs = 120_000;
const maxReturnMs = 300_000;
const settings = { DEMO: '0' };
const day = '2026-06-15';

const superuser = { email: 'ada@example.com', first: 'Ada', last: 'Lovelace' };
const admin = 'grace@example.com';

/**
 * A rental of $40.00 with $3.20 tax and a $1.30 fee; $10.00 with $0.80 tax are refunded. Adjusted: 4000 −
 * 320 − 130 = 3550, and −(1000 − 80) = −920. Commission of 12.5 % of gross: 500, and −125. Net: 3050 − 795.
 */
const net = 2255;

/** The messages so far, which are in the outbox because no email server is set. */
function readOutbox(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'outbox.jsonl'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** Signs in with the code that was sent. */
async function signInByCode({ url, dataDir }: Lotkeeper, email: string): Promise<Caller> {
  const nobody = { url, token: '' };
  const { length: earlier } = readOutbox(dataDir);
  await callWell(nobody, requestCode, { body: { username: email, phone_country_code: '+1' } });
  const code = await waitFor(`the code of ${email}`, () => {
    const mails = readOutbox(dataDir).slice(earlier);
    const mail = mails.find(
      (line) => line.includes(email) && line.includes('is your Lotkeeper verification code'),
    );
    return mail && /\b\d{6}\b/.exec(mail)?.[0];
  });
  const { token } = await callWell(nobody, logIn, {
    body: { username: email, password: code, phone_country_code: '+1' },
  });
  return { url, token };
}

/** What a new operator does until an owner sees a figure; returns the owner's session and the figure's query. */
async function openBusiness(lotkeeper: Lotkeeper) {
  const { email, first, last } = superuser;
  const names = ['--email', email, '--first-name', first, '--last-name', last];
  await runCommand('admin.ts', ['create-superuser', ...names], {
    DATA_DIR: lotkeeper.dataDir,
  });
  const operator = await signInByCode(lotkeeper, email);
  const organization = await callWell(operator, createOrganization, {
    body: { name: 'Hopper Parking', commission_percent: 12.5 },
  });
  const spot = await callWell(operator, createSpot, {
    body: {
      organization: organization.pk,
      name: 'North Lot',
      address_line1: '2 North St',
      city: 'Phoenix',
      state: 'AZ',
      timezone: 'America/Phoenix',
      classification: 'Surface Lot',
      quantity: 40,
      quantity_monthly: 0,
      price_hourly: 500,
      price_daily: null,
      price_monthly: null,
    },
  });
  await callWell(operator, createPerson, {
    body: {
      first_name: 'Grace',
      last_name: 'Hopper',
      email: admin,
      phone: null,
      organization: organization.pk,
      role: 'ADMIN',
    },
  });
  const owner = await signInByCode(lotkeeper, admin);
  const { key } = await callWell(owner, createApiKey, {
    params: { id: String(organization.pk) },
    body: { name: 'Gate', grants: ['rentals', 'payments'] },
  });
  await sendMoney({ url: lotkeeper.url, token: key }, spot.pk);
  return {
    token: owner.token,
    question: { spot: String(spot.pk), start_date: day, end_date: day, measure: 'net' } as const,
  };
}

async function sendMoney(machine: Caller, spot: number): Promise<void> {
  const charge = {
    external_id: 'c-1',
    occurred_at: `${day}T09:00:00-07:00`,
    amount: 4000,
    tax: 320,
    processing_fee: 130,
  };
  const rentals = await callWell(machine, ingestRentals, {
    body: {
      items: [
        {
          source: 'gate',
          external_id: 'r-1',
          spot,
          rental_type: 'daily',
          start_date: `${day}T09:00:00-07:00`,
          end_date: `${day}T17:00:00-07:00`,
          car: { plate: 'FIRST1', state: 'AZ', country: 'US' },
          charges: [charge],
        },
      ],
    },
  });
  const refunds = await callWell(machine, ingestRefunds, {
    body: {
      items: [
        {
          source: 'gate',
          external_id: 'f-1',
          rental: { source: 'gate', external_id: 'r-1' },
          occurred_at: `${day}T18:00:00-07:00`,
          amount: 1000,
          tax: 80,
        },
      ],
    },
  });
  for (const { outcome, detail } of [...rentals.results, ...refunds.results])
    if (outcome !== 'recorded') throw new Error(`An item was ${outcome}: ${detail}`);
}

type Business = Awaited<ReturnType<typeof openBusiness>>;

interface Seen {
  total: number;
  /** The sum of the entries behind it. */
  entries: number;
}

/** The figure as the owner sees it, and the sum of its entries. A session survives a restore. */
async function readNet({ url }: Lotkeeper, { token, question }: Business): Promise<Seen> {
  const owner = { url, token };
  const { total } = await callWell(owner, getFigure, { query: question });
  const { results } = await callWell(owner, listFigureEntries, {
    query: { ...question, order: 'newest' },
  });
  return { total, entries: results.reduce((sum, { amount }) => sum + amount, 0) };
}

const name = 'empty machine';
const { zero, seconds } = judging(name);

const judgeSeen = (when: string, { total, entries }: Seen): Figure[] => [
  zero(`cents between net and the hand-worked one, ${when}`, Math.abs(total - net)),
  zero(`cents between net and its entries, ${when}`, Math.abs(total - entries)),
];

async function run(): Promise<Figure[]> {
  const base = makeFolder();
  const [dataDir, backups, restored] = ['data', 'backups', 'restored'].map((folder) =>
    join(base, folder),
  ) as [string, string, string];
  mkdirSync(backups);
  const started = performance.now();
  const first = await startLotkeeper({ dataDir, settings });
  const business = await openBusiness(first);
  const before = await readNet(first, business);
  const firstFigureMs = performance.now() - started;
  await runCommand('backup.ts', ['--to', backups], { DATA_DIR: dataDir });
  killAll(first);
  await first.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  const killed = performance.now();
  await runCommand('restore.ts', ['--from', backups, '--to', restored]);
  const second = await startLotkeeper({ dataDir: restored, settings });
  const after = await readNet(second, business);
  const returnMs = performance.now() - killed;
  return [
    seconds('time to the first figure', firstFigureMs, maxFirstFigureMs),
    ...judgeSeen('at first', before),
    seconds('time from the loss to the figure', returnMs, maxReturnMs),
    ...judgeSeen('after the restore', after),
    zero('differences that ledger:verify finds', await countDifferences({ DATA_DIR: restored })),
  ];
}

/** From nothing to a figure that an owner can trust, and back after everything is lost. */
export const emptyMachineDrills: Drill[] = [
  {
    name,
    description:
      'An operator starts Lotkeeper on an empty folder, makes a superuser, an organization, a property, an Admin and an API key, and a gate sends a rental and a refund: the Admin sees the figure that was worked out by hand. Then a backup is made, everything is killed and removed, and the backup is restored.',
    run,
  },
];
