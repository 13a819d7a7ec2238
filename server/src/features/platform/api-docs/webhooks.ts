import type { WebhookType } from '@lotkeeper/contract/platform/webhook-payloads';
import { webhookPayload, webhookTypes } from '@lotkeeper/contract/platform/webhook-payloads';
import type { ApiDocument, Parameter } from './openapi.ts';
import type { SchemaWriter } from './schemas.ts';

const headers: Parameter[] = [
  [
    'webhook-id',
    'The ID of the message, the same with each try. Ignore one that you already have.',
  ],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970.'],
  [
    'webhook-signature',
    'Signatures by Standard Webhooks, separated by spaces; for a day after a secret was replaced, there are two.',
  ],
].map(([name = '', description = '']) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** The messages of webhooks, as OpenAPI 3.1 describes them. */
export function describeWebhooks(writer: SchemaWriter): ApiDocument['webhooks'] {
  const types = Object.entries({ ...webhookTypes, 'webhook.test': 'A person tries a webhook.' });
  return Object.fromEntries(
    types.map(([type, summary]) => {
      const schema = writer.write(webhookPayload(type as WebhookType), 'output');
      const operation = {
        operationId: type,
        tags: ['Webhooks'] as [string],
        summary,
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          200: { description: 'Taken. Any other status than 2xx is tried again for three days.' },
          410: { description: 'Never again: the webhook is paused.' },
        },
      };
      return [type, { post: operation }];
    }),
  );
}
