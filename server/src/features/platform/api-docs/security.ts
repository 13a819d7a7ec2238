import type { Access } from '@lotkeeper/contract/kernel/access';

const inAuthorization = { type: 'apiKey', in: 'header', name: 'Authorization' } as const;

export const securitySchemes = {
  token: {
    ...inAuthorization,
    description: 'A person’s session, as `Token {token}` with the token from signing in.',
  },
  key: {
    ...inAuthorization,
    description:
      'A program’s API key, as `Token {key}`. Admins create and revoke keys for their organization. A key works for that organization only, and only for what it was created for.',
  },
  camera: {
    ...inAuthorization,
    description: 'The key of a connection on the Cameras page, as `Token {key}`.',
  },
  kiosk: {
    ...inAuthorization,
    description:
      'The token of a kiosk, as `Token {token}`: from exchanging its one-time ticket. It works at its property only.',
  },
};

type Scheme = keyof typeof securitySchemes;

/** The schemes that a call accepts, any one of them; empty for a call that needs no sign-in. */
export function listSchemes(access: Access): Scheme[] {
  if (access.scope === 'machine') return ['key'];
  if (access.scope === 'kiosk') return ['kiosk'];
  if ('kiosks' in access) return ['token', 'kiosk'];
  if (access.scope === 'camera') return access.key === 'header' ? ['camera'] : [];
  return access.scope === 'public' ? [] : ['token'];
}
