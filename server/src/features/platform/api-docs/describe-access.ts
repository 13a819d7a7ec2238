import type { Access, Role } from '@lotkeeper/contract/kernel/access';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import { roleTexts } from '@lotkeeper/contract/people/team';

/** Which roles may call, such as 'For Admins and Employees of the organization, and superusers.' */
function describeRoles(roles: readonly Role[], where: string): string {
  const labels = roles.map((role) => `${roleTexts[role].label}s`);
  const last = labels.pop();
  if (last === undefined) return 'For superusers.';
  return `For ${labels.length > 0 ? `${labels.join(', ')} and ` : ''}${last} of ${where}, and superusers.`;
}

function describeCallers(access: Access): string {
  if ('roles' in access) {
    const kiosks = 'kiosks' in access ? ' A kiosk of the property may call it too.' : '';
    return describeRoles(access.roles, 'the organization') + kiosks;
  }
  if (access.scope === 'superuser') return 'For superusers.';
  if (access.scope === 'signed_in')
    return access.anywhere
      ? describeRoles(access.anywhere, 'any organization')
      : 'For anyone who is signed in.';
  if (access.scope !== 'machine') return '';
  return access.grant === null
    ? 'Any API key of the organization works.'
    : `The API key must allow \`${access.grant}\`.`;
}

function describeProperty(access: Access): string {
  const conditions = [
    'priced' in access ? 'an hourly, daily, monthly or flat price' : '',
    'feature' in access && access.feature ? `the feature “${access.feature}”` : '',
  ].filter(Boolean);
  return conditions.length > 0 ? `Only at properties with ${conditions.join(' and ')}.` : '';
}

const batch =
  'Takes up to 1,000 items and answers each by itself: good items are kept even if others are refused. An item that is sent again as it was is `unchanged`, so when in doubt, send it again.';
const money =
  'Recorded money never changes: an item that comes again with another amount is refused, and the message names the call that corrects it.';

/** What a call does beyond its summary, and who may call it. */
export function describeCall({ access, items }: Endpoint): string {
  const movesMoney = access.scope === 'machine' && /rentals|payments/.test(access.grant ?? '');
  const paragraphs = [
    items ? batch : '',
    items && movesMoney ? money : '',
    [describeCallers(access), describeProperty(access)].filter(Boolean).join(' '),
  ];
  return paragraphs.filter(Boolean).join('\n\n');
}
