import { settings } from '../kernel/settings.ts';

/** A link that writes to support; `fallback` in installations without an address. */
export function SupportEmail({ fallback }: { fallback: string }) {
  const { support_email: email } = settings;
  return email === null ? fallback : <a href={`mailto:${email}`}>{email}</a>;
}
