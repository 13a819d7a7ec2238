import type { AnswerOf, Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { Profile } from '@lotkeeper/contract/people/session';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { queryClient } from '../kernel/queries.ts';
import { ProfileProvider } from '../kernel/session.tsx';
import { renderPage } from '../ui/test-render.tsx';

/** The answer of a read; a promise, if the test decides when it comes. */
export const answer = <E extends Endpoint>(
  { method, path }: E,
  data: AnswerOf<E> | Promise<AnswerOf<E>>,
) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?(\\?|$)`),
  data: data as unknown,
});
export type Read = ReturnType<typeof answer>;

export type Body = Record<string, unknown>;

/** A write. */
export interface Sent {
  url: string;
  body: Body;
}

interface ShownPage {
  show: () => ReactNode;
  reads?: readonly Read[];
  /** Answers a write; absent = no answer comes. */
  write?: () => Promise<Response>;
}

const silence = () => new Promise<Response>(() => undefined);

/** A superuser sees every field. */
const superuser = { pk: 1, superuser: true, affiliations: [], sends: {} } as unknown as Profile;

/** Shows a page or a dialog to a superuser, and answers its reads; returns what it sends from then on. */
export function showPage({ show, reads = [], write = silence }: ShownPage): Sent[] {
  queryClient.clear();
  const sentCalls: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: { method?: string; body?: string }) => {
    const read = reads.find(({ method, path }) => method === init.method && path.test(url));
    if (read) return Response.json(await read.data);
    if (init.method === 'GET') expect.fail(`No answer for ${url}`);
    // A look for newer pages, after a failure.
    if (init.method === undefined) return write();
    sentCalls.push({ url, body: JSON.parse(init.body ?? '{}') as Body });
    return write();
  });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <ProfileProvider value={superuser}>{show()}</ProfileProvider>
    </QueryClientProvider>
  ));
  return sentCalls;
}
