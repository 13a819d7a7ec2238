import type { Invitation, Member } from '@lotkeeper/contract/people/team';
import { expect, test } from 'vitest';
import { now } from '../../../kernel/clock.ts';
import { describeMail, toTeam } from './team.rules.ts';

const member = (pk: number, first_name: string, last_login: number | null = 1): Member => ({
  pk,
  first_name,
  last_name: 'Reyes',
  email: null,
  role: 'EMPLOYEE',
  last_login,
  sign_in_blocked_until: null,
});

const invitation = (
  pk: number,
  first_name: string,
  more: Partial<Invitation> = {},
): Invitation => ({
  pk,
  first_name,
  last_name: 'Stone',
  email: 'a@example.com',
  role: 'VALET',
  expires_at: now() + 14 * 86_400_000,
  expired: false,
  mail: 'sent',
  failure: null,
  link: null,
  ...more,
});

const linesOf = (...of: Parameters<typeof toTeam>) =>
  toTeam(...of).map(
    ({ name, status, note }) => `${name}: ${[status, note].filter(Boolean).join(', ')}`,
  );

test('people who have never signed in come first, and each part is sorted by name, ignoring case and accents', () => {
  const members = [member(1, 'Zoe'), member(2, 'émile'), member(3, 'Bo', null), member(4, 'Fay')];
  expect(linesOf(members, [invitation(1, 'carl'), invitation(2, 'Abe')])).toEqual([
    'Abe Stone: Invited',
    'Bo Reyes: Invited',
    'carl Stone: Invited',
    'émile Reyes: Active',
    'Fay Reyes: Active',
    'Zoe Reyes: Active',
  ]);
});

test('an invitation shows that it expired, or else that its email was refused or is waiting', () => {
  const sentAt = now() + 14 * 86_400_000;
  const invitations = [
    invitation(1, 'Ada', { expired: true, mail: 'refused' }),
    invitation(2, 'Bea', { mail: 'refused', failure: 'Nobody is there.' }),
    invitation(3, 'Cid', { mail: 'waiting' }),
    invitation(4, 'Dov', { mail: 'waiting', expires_at: sentAt - 90_000 }),
  ];
  expect(linesOf([], invitations)).toEqual([
    'Ada Stone: Invited, Expired',
    'Bea Stone: Invited, Couldn’t be sent: Nobody is there.',
    'Cid Stone: Invited',
    'Dov Stone: Invited, Email not sent yet',
  ]);
});

test('an invitation says what came of its mail', () => {
  const describe = (more: Partial<Invitation>) => describeMail(invitation(1, 'Ada', more), 'Sent.');
  expect(describe({})).toEqual({ isOpen: false, notice: 'Sent.', failure: null });
  expect(describe({ mail: 'waiting' })).toEqual({
    isOpen: true,
    notice: 'Sending the invitation to a@example.com…',
    failure: null,
  });
  for (const mail of ['waiting', 'refused'] as const)
    expect(describe({ mail, failure: 'Nobody is there.' })).toEqual({
      isOpen: false,
      notice: '',
      failure: 'Couldn’t be sent: Nobody is there.',
    });
  expect(describeMail(undefined, 'Sent.').notice).toBe('');
});

test('a member and an invitation with the same number are two rows', () => {
  const keys = toTeam([member(7, 'Ann')], [invitation(7, 'Ann')]).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
});
