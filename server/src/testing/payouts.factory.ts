import type { ProcessorSecrets } from '@lotkeeper/contract/money/processor';
import { makePayer } from '../features/money/payouts/payouts.jobs.ts';
import type { PaymentProcessor } from '../processor/processor.ts';
import { ProcessorDown } from '../processor/processor.ts';
import type { Sandbox } from '../processor/sandbox.ts';
import type { TestApp } from './test-app.ts';

/** A bank account as typed. */
export const bank = {
  kind: 'bank_account',
  routing_number: '110000000',
  account_number: '000123456789',
} as const;

/** Gives an organization an account at the sandbox, whose bank account was entered long ago. */
export async function makePayoutAccount(
  { database, sandbox }: Pick<TestApp, 'database' | 'sandbox'>,
  organization: { pk: number; uuid: string },
  secrets: ProcessorSecrets = bank,
): Promise<void> {
  const token = await sandbox.createToken(secrets);
  const change = await sandbox.apply({ uuid: organization.uuid, account_ref: null }, token);
  const row = {
    organization_id: organization.pk,
    processor: 'sandbox',
    account_ref: change.account_ref,
    bank_ref: change.bank?.ref ?? null,
    bank_name: change.bank?.bank_name ?? null,
    bank_last_four: change.bank?.last_four ?? null,
  };
  await database.system`insert into payout_accounts ${database.system.values(row)}`;
}

/** Pays an organization what is due now. */
export async function payOut(
  { database, clock, sandbox }: Pick<TestApp, 'database' | 'clock' | 'sandbox'>,
  organization: { pk: number },
): Promise<void> {
  await makePayer({ database, clock, processor: sandbox })({ organization_id: organization.pk });
}

/** What goes wrong with a call: it never reaches the processor, or the response is lost. */
export type Fault = 'unheard' | 'answer lost';

/** A sandbox with a faulty connection: each call uses the next fault, if any is left. */
export function faulty(sandbox: Sandbox): PaymentProcessor & { faults: Fault[] } {
  const faults: Fault[] = [];
  const over = async <T>(work: () => Promise<T>): Promise<T> => {
    const fault = faults.shift();
    if (fault === 'unheard') throw new ProcessorDown('nobody answers');
    const answer = await work();
    if (fault === 'answer lost') throw new ProcessorDown('the line was cut');
    return answer;
  };
  return {
    name: 'sandbox',
    faults,
    kindOf: (token) => sandbox.kindOf(token),
    apply: (organization, token) => over(() => sandbox.apply(organization, token)),
    pay: (order) => over(() => sandbox.pay(order)),
    readPayout: (sent) => sandbox.readPayout(sent),
    startOnboarding: (organization, url) => sandbox.startOnboarding(organization, url),
    readRequirements: (account) => sandbox.readRequirements(account),
    startCard: (payer) => sandbox.startCard(payer),
    keepCard: (payer, token) => over(() => sandbox.keepCard(payer, token)),
    charge: (order) => over(() => sandbox.charge(order)),
    readCharge: (charge) => over(() => sandbox.readCharge(charge)),
    startConfirmation: (charge) => over(() => sandbox.startConfirmation(charge)),
    cancelCharge: (charge) => over(() => sandbox.cancelCharge(charge)),
    refund: (order) => over(() => sandbox.refund(order)),
    listRefunds: (charge) => over(() => sandbox.listRefunds(charge)),
    readDispute: (ref) => over(() => sandbox.readDispute(ref)),
  };
}
