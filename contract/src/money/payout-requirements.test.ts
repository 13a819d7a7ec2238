import { describe, expect, test } from 'vitest';
import type { AccountRequirements } from './payout-requirements.ts';
import { describeDue, explainStop } from './payout-requirements.ts';

const stopped: AccountRequirements = {
  can_be_paid: false,
  due: [],
  past_due: [],
  is_checking: false,
  disabled_reason: null,
  deadline: null,
};

describe('what is due', () => {
  test('fields of the company and of people are shown in words, each once', () => {
    const due = [
      'company.tax_id',
      'tos_acceptance.date',
      'tos_acceptance.ip',
      'external_account',
      'representative.dob.day',
      'representative.dob.month',
      'person_1Nv0FGQ9RKHgCVdK.ssn_last_4',
      'owners.address.city',
      'company.verification.document',
      'business_profile.url',
    ];
    expect(describeDue({ due })).toEqual([
      'EIN',
      'Acceptance of the processor’s terms of service',
      'Bank account',
      'Account representative: birth date',
      'Person: last four digits of the SSN',
      'Owner: home address',
      'Document about the company',
      'Website',
    ]);
  });

  test('a field that nobody here knows is shown by its own name', () => {
    expect(describeDue({ due: ['company_registration.date', 'representative.shoe_size'] })).toEqual(
      ['company registration date', 'Account representative: shoe size'],
    );
  });
});

describe('why nothing is paid', () => {
  const due = ['company.tax_id'];
  const reasons: Record<string, Partial<AccountRequirements>> = {
    'The payment processor needs more information before it can pay you.': { due },
    'The payment processor rejected the account, so it can’t be paid.': {
      due,
      disabled_reason: 'rejected.fraud',
    },
    'The payment processor is reviewing the account.': { disabled_reason: 'under_review' },
    'Payouts to the account were paused at the payment processor.': {
      disabled_reason: 'platform_paused',
    },
    'The payment processor is checking what you entered. This can take a few days.': {
      is_checking: true,
    },
    'The payment processor doesn’t allow payouts to the account yet.': {},
  };

  test.each([[null, { can_be_paid: true, due }], ...Object.entries(reasons)])(
    'the reason is %s',
    (reason, requirements) => {
      expect(explainStop({ ...stopped, ...requirements })).toBe(reason);
    },
  );
});
