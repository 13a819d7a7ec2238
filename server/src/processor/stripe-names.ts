import { ProcessorDown } from './processor.ts';

/** A name that Stripe answered; anything else isn’t an answer of Stripe's. */
export function named(prefix: string, resource: { id?: unknown } | null | undefined): string {
  const id = resource?.id;
  if (typeof id === 'string' && id.startsWith(prefix)) return id;
  throw new ProcessorDown(`Stripe answered no ${prefix}…`);
}
