import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookSettings } from '@lotkeeper/contract/intake/webhooks';
import { createWebhook, webhookTypeNames } from '@lotkeeper/contract/intake/webhooks';
import type { WebhookType } from '@lotkeeper/contract/platform/webhook-payloads';
import { makeDeliverer } from '../features/intake/webhooks/deliverer.ts';
import type { TurnLimits } from '../features/intake/webhooks/endpoint-turns.ts';
import type { OutsideRules } from '../kernel/http/outside-request.ts';
import { atEnd } from './at-end.ts';
import { makeFormerMember } from './people.factory.ts';
import type { TestApp } from './test-app.ts';

/** A message as a receiver got it. */
export interface ReceivedWebhook {
  path: string;
  id: string;
  headers: Record<string, string>;
  body: string;
  payload: { type: string; data: Record<string, unknown> };
}

type Answer = (
  response: ServerResponse,
  message: ReceivedWebhook,
  request: IncomingMessage,
) => void;

/** Another system on this machine. It takes everything unless `answer` says otherwise. */
export async function startReceiver(answer?: Answer) {
  const received: ReceivedWebhook[] = [];
  const receiver = {
    received,
    url: '',
    answer: answer ?? ((response: ServerResponse) => void response.writeHead(200).end('OK')),
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const headers = request.headers as Record<string, string>;
    const message: ReceivedWebhook = {
      path: request.url ?? '',
      id: headers['webhook-id'] ?? '',
      headers,
      body,
      payload: JSON.parse(body) as ReceivedWebhook['payload'],
    };
    received.push(message);
    receiver.answer(response, message, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
}

interface Owner {
  organization: { pk: number };
  token: string;
}

/** Adds a webhook of an organization, by default for everything. Needs the setting OUTSIDE_PRIVATE. */
export async function addWebhook(
  at: TestApp,
  { organization, token }: Owner,
  url: string,
  more: Partial<Omit<WebhookSettings, 'types'>> & { types?: WebhookType[] } = {},
) {
  const body = { url, types: webhookTypeNames, spots: null, ...more };
  const { body: added } = await at.call(
    createWebhook,
    { params: { id: String(organization.pk) }, body },
    { token },
  );
  return { secret: added.secret, pk: added.webhook.pk };
}

/** A process as jobs see it, with what they leave to it. */
export function openTestProcess() {
  const stopping = new AbortController();
  const failures: unknown[] = [];
  const kept: Promise<void>[] = [];
  return {
    stopping: stopping.signal,
    keep: (work: Promise<void>) =>
      void kept.push(work.catch((error: unknown) => void failures.push(error))),
    stop: () => stopping.abort(),
    /** Waits for all that was left; throws its first failure. */
    async ended() {
      for (const work of kept) await work;
      if (failures.length > 0) throw failures[0];
    },
  };
}

interface TestDelivererOptions {
  timeoutMs?: number;
  limits?: TurnLimits;
  outside?: OutsideRules;
}

/** Delivers what is due, as the job and what it leaves to its process do; `begin` is the job alone. */
export function makeTestDeliverer(
  { database, secretBox, clock }: TestApp,
  { timeoutMs = 60_000, outside = { allowPrivate: true }, limits }: TestDelivererOptions = {},
) {
  const run = makeDeliverer(
    { database, secretBox, clock, outside, publicUrl: () => 'https://lots.example' },
    { timeoutMs, ...(limits ? { limits } : {}) },
  );
  const deliver = async () => {
    const process = openTestProcess();
    await run({}, process);
    await process.ended();
  };
  return Object.assign(deliver, {
    begin: (process: ReturnType<typeof openTestProcess>) => run({}, process),
  });
}

/** An endpoint for new rentals that nobody can reach; returns its pk. */
export async function makeWebhook(
  sql: TestApp['database']['system'],
  organization: { pk: number },
): Promise<number> {
  const person = await makeFormerMember(sql, organization);
  const [row] = await sql<[{ pk: number }]>`
    insert into webhook_endpoints (organization_id, url, types, secret_sealed, created_by, created_at)
    values (${organization.pk}, 'https://shop.example/hooks', '{rental.created}', '\\x00', ${person.pk},
      '2026-06-15T19:00:00Z')
    returning pk`;
  return row.pk;
}
