import type { Invitation, Member } from '@lotkeeper/contract/people/team';
import { listInvitations, listMembers, teamMessages } from '@lotkeeper/contract/people/team';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answer, showPage } from '../../../shared/test-page.tsx';
import { TeamPage } from './team.page.tsx';

afterEach(() => vi.unstubAllGlobals());

const member: Member = {
  pk: 7,
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@lot.example',
  role: 'ADMIN',
  last_login: 1,
  sign_in_blocked_until: null,
};
const invitation: Invitation = {
  pk: 8,
  first_name: 'Ben',
  last_name: 'Ode',
  email: 'ben@lot.example',
  role: 'VALET',
  expires_at: 0,
  expired: false,
  mail: 'sent',
  failure: null,
  link: null,
};

/** Turns of the event loop that it takes to draw answers that are there. */
async function drawAnswers(): Promise<void> {
  for (const _ of Array(5).keys()) await act(() => new Promise((done) => void setTimeout(done)));
}

test.each(['members', 'invitations'] as const)(
  'while the %s still load the team is neither empty nor listed in part',
  async (late) => {
    const members = Promise.withResolvers<Member[]>();
    const invitations = Promise.withResolvers<Invitation[]>();
    showPage({
      show: () => <TeamPage organizationId="1" />,
      reads: [answer(listMembers, members.promise), answer(listInvitations, invitations.promise)],
    });
    const arrive = {
      members: () => members.resolve([member]),
      invitations: () => invitations.resolve([invitation]),
    };
    arrive[late === 'members' ? 'invitations' : 'members']();
    await drawAnswers();
    expect(screen.getByRole('heading', { name: 'Team' })).toBeVisible();
    expect(screen.queryByText(teamMessages.empty)).toBeNull();
    expect(screen.queryByText(/Ann Lee|Ben Ode/)).toBeNull();
    arrive[late]();
    expect(await screen.findByText('Ann Lee')).toBeVisible();
    expect(screen.getByText('Ben Ode')).toBeVisible();
  },
);
