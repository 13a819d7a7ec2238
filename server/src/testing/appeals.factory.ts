import { randomUUID } from 'node:crypto';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { cents } from '@lotkeeper/contract/kernel/money';
import { noticeTokens } from '../features/cars/appeals/notice-tokens.ts';
import type { AppealInput } from '../records/cars/appeals.ts';
import { recordAppeal } from '../records/cars/appeals.ts';
import { recording } from './rentals.factory.ts';
import type { TestApp } from './test-app.ts';
import { makeViolation } from './violations.factory.ts';

type Place = { pk: number; organization: number };

/** By default, an open appeal of an open violation of ABC 123 over $55 at a property. */
export async function makeAppeal(
  at: Pick<TestApp, 'database' | 'clock' | 'secretBox'>,
  spot: Place,
  overrides: Partial<AppealInput> = {},
) {
  const sql = at.database.system;
  const violation = await makeViolation(sql, spot);
  const appeal: AppealInput = {
    violation_pk: violation.pk,
    request: randomUUID(),
    reason: 'paid',
    text: 'I paid at the machine.',
    email: 'ana@example.com',
    phone: null,
    due_on: '2026-06-29' as LocalDate,
    first_amount: cents(5500),
    language: 'en',
    ...overrides,
  };
  const pk = await recording(sql, spot.organization, (recorder) =>
    recordAppeal(recorder, appeal, at.clock()),
  );
  return { pk: pk ?? 0, violation, token: makeNoticeToken(at, spot, violation.pk) };
}

/** The token of a driver who entered the code and plate of a violation. */
export const makeNoticeToken = (
  at: Pick<TestApp, 'clock' | 'secretBox'>,
  { organization }: Place,
  violationPk: number,
) => {
  const key = { organizationId: organization, violationPk };
  return noticeTokens(at.secretBox).tokenOf(key, at.clock());
};
