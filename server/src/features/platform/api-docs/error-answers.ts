import type { Access } from '@lotkeeper/contract/kernel/access';
import { confirmationMessages } from '@lotkeeper/contract/kernel/confirmation';
import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorCode } from '@lotkeeper/contract/kernel/errors';
import { commonFailure, errorCodes } from '@lotkeeper/contract/kernel/errors';
import { searchMessages } from '@lotkeeper/contract/kernel/searches';
import { loginMessages } from '@lotkeeper/contract/people/session';

/** An error response: its code, when it occurs, and a message. */
interface ErrorExample {
  summary: string;
  detail: string;
  fields?: Record<string, string>;
}

export const errorExamples: Record<ErrorCode, ErrorExample> = {
  malformed_request: {
    summary: 'The request can’t be read: bad JSON, a bad URL, or no HTTP at all.',
    detail: 'The request can’t be read. Check its URL, headers and body.',
  },
  invalid_fields: {
    summary: 'A field is missing, wrong, unknown or given twice; `fields` names each.',
    detail: 'spot: This field is required.',
    fields: { spot: 'This field is required.' },
  },
  code_invalid: {
    summary: 'A code, link or ticket is wrong, used or too old.',
    detail: loginMessages.invalid,
  },
  session_ended: {
    summary: 'There is no token, or no live session or kiosk behind it.',
    detail: 'Your session has ended. Please sign in again.',
  },
  key_invalid: {
    summary: 'The key is missing, wrong or revoked, or a message’s signature is wrong or too old.',
    detail:
      'This API key is wrong or has been revoked. Send a valid one as Authorization: Token {key}.',
  },
  not_allowed: {
    summary:
      'The caller lacks the role or the key lacks the permission, or the request comes from a page of another site.',
    detail: 'Your role does not allow this. Ask an Admin of the organization.',
  },
  purpose_required: {
    summary:
      'The organization asks for a purpose before a search for a plate or person. Send the header `X-Search-Purpose`; it holds for 30 minutes.',
    detail: searchMessages.purposeRequired,
  },
  confirmation_required: {
    summary:
      'The caller proved who they are more than 15 minutes ago. Send `POST /api/sessions/confirm/` with a code.',
    detail: confirmationMessages.required,
  },
  not_found: {
    summary: 'There is no such thing, or the caller may not know of it.',
    detail: 'There is no such property.',
  },
  conflict: {
    summary: 'Someone else changed it meanwhile, or something else holds on to it.',
    detail: 'Someone else has changed this. Reload and try again.',
  },
  too_large: {
    summary: 'The body is over the limit of the call.',
    detail: 'The request is too large. Send less at once.',
  },
  unsupported_media_type: {
    summary: 'The body isn’t JSON.',
    detail: 'Send the body as application/json.',
  },
  too_many_requests: {
    summary: 'A limit was reached. Wait as many seconds as the header `Retry-After` says.',
    detail: 'Too many requests. Wait a moment and try again.',
  },
  internal: {
    summary: 'A fault of the server. It is logged without the request’s data.',
    detail: commonFailure,
  },
  unavailable: {
    summary:
      'The database or the payment processor is unavailable, or the server has too much to do. Send the same again after `Retry-After` seconds.',
    detail: 'The database is not available right now. Try again in a moment.',
  },
};

/** The calls that check a code, a link, or a ticket. */
export const codeCalls: ReadonlySet<string> = new Set([
  'logIn',
  'addPasskey',
  'confirmSession',
  'confirmWithPasskey',
  'logInWithPasskey',
  'lookAtTicket',
  'lookAtSetup',
  'beginSetup',
  'exchangeTicket',
  'getPicture',
  'openKiosk',
  'findNotice',
  'updatePayoutAccount',
]);

const actsOnRole = (access: Access) => 'roles' in access || access.scope === 'superuser';

function listAccessCodes({ access }: Endpoint): ErrorCode[] {
  if (access.scope === 'public') return [];
  if (access.scope === 'camera') return ['key_invalid'];
  if (access.scope === 'machine') {
    return access.grant === null ? ['key_invalid'] : ['key_invalid', 'not_allowed'];
  }
  return actsOnRole(access) ? ['session_ended', 'not_allowed'] : ['session_ended'];
}

function listBodyCodes({ body, items, raw }: Endpoint): ErrorCode[] {
  if (raw) return ['malformed_request', 'too_large'];
  return body || items ? ['malformed_request', 'too_large', 'unsupported_media_type'] : [];
}

/** Whether a call names something that may not exist, or that the caller isn't allowed to know of. */
function namesSomething({ access, method, params, query, raw }: Endpoint): boolean {
  if (params || 'from' in access || 'sources' in access) return true;
  if (access.scope === 'machine') return query !== undefined;
  // Webhooks of a processor that this installation doesn't use.
  if (access.scope === 'public') return raw === true;
  return access.scope === 'superuser' && method !== 'GET';
}

/** The error codes that a call may return, by its access and its kind. */
export function listErrorCodes(name: string, endpoint: Endpoint): ErrorCode[] {
  const { access, confirmed, logs, method } = endpoint;
  const writes = method !== 'GET';
  const acts = actsOnRole(access) || access.scope === 'kiosk' || access.scope === 'public';
  const codes: ErrorCode[] = [
    'invalid_fields',
    ...listAccessCodes(endpoint),
    ...listBodyCodes(endpoint),
    ...(codeCalls.has(name) ? (['code_invalid'] as const) : []),
    ...(writes ? (['not_allowed'] as const) : []),
    ...(logs ? (['purpose_required'] as const) : []),
    ...(confirmed ? (['confirmation_required'] as const) : []),
    ...(namesSomething(endpoint) ? (['not_found'] as const) : []),
    ...(writes && acts ? (['conflict'] as const) : []),
    'too_many_requests',
    'internal',
    'unavailable',
  ];
  return errorCodes.filter((code) => codes.includes(code));
}
