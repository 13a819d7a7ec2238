import { ProcessorDown } from './processor.ts';

/** Checks the ID of a resource that Stripe returned; anything without one isn't a valid response. */
export function requireId(prefix: string, resource: { id?: unknown } | null | undefined): string {
  const id = resource?.id;
  if (typeof id === 'string' && id.startsWith(prefix)) return id;
  throw new ProcessorDown(`Stripe answered no ${prefix}…`);
}
