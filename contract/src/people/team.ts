import * as z from 'zod/mini';
import type { Role } from '../kernel/access.ts';
import {
  adminOnly,
  everybody,
  inOrganization,
  ofOrganizationRecord,
  roles,
} from '../kernel/access.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { atMost, emailField, pkOrUuid, pkOrUuidText, pkText, text } from '../kernel/fields.ts';
import { withShown } from '../kernel/shown.ts';
import { isSignInTicket, isSignOnTicket } from './session.ts';

/** Labels of the roles, and what each may do. */
export const roleTexts: Record<Role, { label: string; description: string }> = {
  ADMIN: { label: 'Admin', description: 'Full access to view, edit and delete data' },
  EMPLOYEE: {
    label: 'Employee',
    description: 'Can view and edit data but has no access to financial data',
  },
  ENFORCER: { label: 'Enforcer', description: 'Can only access enforcements' },
  VALET: { label: 'Valet', description: 'Can only access the valet dashboard' },
  ACCOUNTANT: {
    label: 'Accountant',
    description:
      'Reads income, payouts, ledger, close, books and taxes, and downloads them, but changes nothing',
  },
};

/** The roles as options of a form. */
export const roleOptions = roles.map((value) => ({ value, ...roleTexts[value] }));

/** How long an invitation can be accepted, and the maximum invitation emails an organization may send a day. */
export const invitationRules = { days: 14, perDay: 30 } as const;

export const teamMessages = {
  invited: 'Team member invited via email.',
  sending: (email: string) => `Sending the invitation to ${email}…`,
  /** Where nothing is set to send email, people pass the link on themselves. */
  noMail: (name: string) => `No email server is set, so nothing was sent. Give ${name} this link:`,
  notSent: (reason: string) => `Couldn’t be sent: ${reason}`,
  removed: 'Team member removed.',
  resent: 'Invitation sent again.',
  confirmRemove: (name: string) => `Are you sure you want to remove ${name}?`,
  empty: 'No team members.',
  email: 'Please enter a valid email',
  alreadyInvited: 'This person is already invited. Send the invitation again from the list.',
  alreadyMember: 'This person is already on your team.',
  tooMany: `An organization can send ${invitationRules.perDay} invitations per day. Try again tomorrow.`,
  over: 'This invitation has since been accepted or removed.',
  lastAdmin: 'An organization’s last Admin can’t be removed. Make someone else an Admin first.',
  lastAdminRole:
    'An organization’s last Admin must keep this role. Make someone else an Admin first.',
  yourself: 'You can’t remove yourself. Ask another Admin.',
  blockLifted: (name: string) => `${name} can sign in with a new browser again.`,
  roleChanged: (name: string, role: Role) => `${name} is now ${roleTexts[role].label}.`,
  ownRole: 'You’ll no longer be an Admin, and only another Admin can change that back.',
} as const;

/** Why an invitation link doesn't work. */
export const ticketMessages = {
  unknown:
    'This link doesn’t work. A newer email may have replaced it: open the link in the latest one.',
  used: 'This invitation has already been accepted. Sign in with your email address.',
  expired: 'This invitation has expired. Ask an Admin of the organization to send it again.',
  removed: 'This invitation was withdrawn. Ask an Admin of the organization.',
  /** A link that somebody passed on proves no address, so it opens no account that is there. */
  hasAccount:
    'You have an account here already. Sign in with a verification code, and you’ll join.',
} as const;

/** A person who was invited and hasn't joined yet; timestamps in ms since 1970. */
export const invitation = z.object({
  pk: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  expires_at: z.int(),
  expired: z.boolean(),
  mail: z.enum(['waiting', 'sent', 'refused', 'link']),
  failure: z.nullable(z.string()),
  link: z.nullable(z.string()),
});
export type Invitation = z.infer<typeof invitation>;

/**
 * A member, by the pk of the person; times in ms since 1970. `last_login` null = never. `sign_in_blocked_until`: new
 * browsers can't sign in before; null = they can.
 */
export const member = z.object({
  pk: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  role: z.enum(roles),
  last_login: z.nullable(z.int()),
  sign_in_blocked_until: z.nullable(z.int()),
});
export type Member = z.infer<typeof member>;

/** What opens an organization without the session of the person who made it. */
export const accessKinds = [
  'invitation',
  'auditor_link',
  'api_key',
  'webhook',
  'calendar_link',
  'camera_feed',
  'kiosk',
] as const;
export type AccessKind = (typeof accessKinds)[number];

const memberAccess = z.object({
  kind: z.enum(accessKinds),
  pk: z.int(),
  name: z.string(),
  created_at: z.int(),
  expires_at: z.nullable(z.int()),
  last_used_at: z.nullable(z.int()),
});
export type MemberAccess = z.infer<typeof memberAccess>;

const byInvitation = z.strictObject({ id: pkText });

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/members/',
  summary: 'The members of an organization, by name',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: z.strictObject({ id: pkOrUuidText }),
  answer: z.array(member),
  failure: 'Cannot find team',
});

export const listMemberAccess = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/members/:memberId/access/',
  summary:
    'What a member made that opens the organization without them: invitations, auditor links, API keys, webhooks, camera connections, kiosks and calendar links that are in use',
  access: inOrganization('params.id', adminOnly),
  events: [],
  params: z.strictObject({ id: pkOrUuidText, memberId: pkText }),
  answer: z.array(memberAccess),
  failure: 'Could not fetch what this person made',
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/organizations/:id/members/:memberId/',
  summary:
    'Removes a member, their open invitations and calendar links immediately, except the last Admin; with `end`, also ends the auditor links, API keys and webhooks that they made',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  params: z.strictObject({ id: pkOrUuidText, memberId: pkText }),
  query: z.strictObject({ end: z._default(z.enum(['true', 'false']), 'false') }),
  failure: 'Could not delete member',
});

/** What the form of a role shows. */
const shownOfMember = ['role'] as const;

export const changeMemberRole = endpoint({
  method: 'PATCH',
  path: '/api/organizations/:id/members/:memberId/',
  summary:
    'Changes a member’s role immediately, except the last Admin’s; a former Admin’s open invitations end, and with `end`, also the auditor links, API keys and webhooks that they made',
  access: inOrganization('params.id', adminOnly),
  confirmed: true,
  params: z.strictObject({ id: pkOrUuidText, memberId: pkText }),
  shown: shownOfMember,
  body: withShown(
    z.strictObject({
      role: z.enum(roles, { error: 'Please choose a role' }),
      end: z._default(z.boolean(), false),
    }),
    shownOfMember,
  ),
  answer: member,
  failure: 'Could not change the role',
});

export const liftSignInBlock = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/members/:memberId/lift_block/',
  summary: 'Lets a member sign in with a new browser again, after others guessed wrong codes',
  access: inOrganization('params.id', adminOnly),
  params: z.strictObject({ id: pkOrUuidText, memberId: pkText }),
  answer: member,
  failure: 'Could not lift the block',
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  summary: 'The open invitations of an organization, expired ones included, by name',
  access: inOrganization('query.organization', adminOnly),
  events: [],
  query: z.strictObject({ organization: pkOrUuidText }),
  answer: z.array(invitation),
  failure: 'Cannot find team',
});

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/',
  summary: 'Invites a person by email; an existing person doesn’t change until they accept',
  access: inOrganization('body.organization', adminOnly),
  confirmed: true,
  opens: true,
  body: z.strictObject({
    organization: pkOrUuid,
    first_name: text(80, 'Please enter a first name'),
    last_name: text(80, 'Please enter a last name'),
    email: emailField(teamMessages.email),
    role: z.enum(roles, { error: 'Please choose a role' }),
  }),
  answer: invitation,
  failure: 'Could not add team member',
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/resend/',
  summary: 'Resends an invitation with a new link that is valid for another 14 days',
  access: ofOrganizationRecord('invitation', 'params.id', adminOnly),
  confirmed: true,
  opens: true,
  params: byInvitation,
  answer: invitation,
  failure: 'Could not send the invitation again',
});

export const removeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/invitations/:id/',
  summary: 'Withdraws an invitation: its link stops working',
  access: ofOrganizationRecord('invitation', 'params.id', adminOnly),
  params: byInvitation,
  failure: 'Could not delete member',
});

/** Whether the end of a URL under /auth/ is an invitation ticket. */
export const isInvitationTicket = (given: string) => /^li_[\w-]{43}$/.test(given);

const ticketBody = (isKnown: (given: string) => boolean) =>
  z.strictObject({
    ticket: z.string().check(atMost(100), z.refine(isKnown, ticketMessages.unknown)),
  });

export const lookAtTicket = endpoint({
  method: 'POST',
  path: '/api/auth/ticket/look/',
  summary: 'Returns what a ticket is for, an invitation or a sign-in, without using it',
  access: everybody,
  body: ticketBody((given) => isInvitationTicket(given) || isSignInTicket(given)),
  answer: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('invitation'),
      organization: z.string(),
      email: z.string(),
      role: z.enum(roles),
      invited_by: z.nullable(z.string()),
    }),
    z.object({
      kind: z.literal('sign_in'),
      person: z.int(),
      name: z.string(),
      printed: z.boolean(),
    }),
  ]),
  failure: 'Could not open this link',
});

export const exchangeTicket = endpoint({
  method: 'POST',
  path: '/api/auth/ticket/',
  summary:
    'Exchanges a ticket for a session token: from a sign-in link, single sign-on, or an invitation, which it accepts',
  access: everybody,
  body: ticketBody(
    (given) => isInvitationTicket(given) || isSignOnTicket(given) || isSignInTicket(given),
  ),
  answer: z.object({ token: z.string() }),
  failure: 'Could not sign in with this link',
});

/** @public Field descriptions for the API reference. */
export const fieldTexts = {
  'member.pk': 'The number of the person.',
  name: 'The name of the person who signs in.',
  email: ['The email address.', 'ana@example.com'],
  'member.email': 'The email address; null if the person signs in by phone.',
  'lookAtTicket.email': 'The email address that was invited.',
  expired: 'Whether it can’t be accepted anymore.',
  expires_at: 'Until when the invitation can be accepted, in milliseconds since 1970.',
  mail: '`sent`, `waiting` while it is tried, `refused` if the email server will never deliver it, or `link` if nothing was set to send it.',
  failure: 'Why the newest try to send the mail failed; null = it didn’t.',
  link: 'The path of the link that opens the invitation, if nothing was set to send it by email; null = it was mailed.',
  'lookAtTicket.organization': 'The name of the organization that invites.',
  sign_in_blocked_until:
    'Until when no new browser can sign in as the member, since others guessed wrong codes or asked for too many, in milliseconds since 1970; null if none is kept out.',
  'listMemberAccess.name': [
    'Who or what it is for: the auditor, the name of the key, the URL, or the property.',
    'Jordan Blake',
  ],
  'listMemberAccess.kind': 'What it is.',
  'listMemberAccess.created_at': 'When it was made.',
  'listMemberAccess.expires_at': 'When it expires; null if it doesn’t.',
  last_used_at: 'When it was last used; null if it wasn’t.',
  end: 'Whether what the member made ends with the membership.',
  memberId: ['The member, by the number of the person.', '31'],
  ticket: 'The ticket of the link.',
  kind: 'What the ticket is for.',
  printed:
    'Whether the link was printed by the installation itself, as those of the demo are, instead of mailed.',
  invited_by: 'The name of the person who invited; null if they aren’t there anymore.',
  person: 'The number of the person who signs in.',
  token: 'The token of the session, to send as `Authorization: Token {token}`.',
};
