import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  resendWebhook,
  rotateWebhook,
  testWebhook,
} from '@lotkeeper/contract/intake/webhooks';
import type { SecretBox } from '../../../kernel/access/secrets.ts';
import type { Serve } from '../../../kernel/http/call.ts';
import type { OutsideRules } from '../../../kernel/http/outside-request.ts';
import { checkOutsideUrl, OutsideFailure } from '../../../kernel/http/outside-request.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { listDeliveryRows, resend, sendTest } from './webhook-deliveries.queries.ts';
import {
  deleteWebhook,
  insertWebhook,
  listWebhookRows,
  replaceSecret,
  setPaused,
  updateWebhook,
} from './webhooks.queries.ts';

interface Deps {
  secretBox: SecretBox;
  outside: OutsideRules;
}

/** Refuses a URL that nothing would be sent to. */
function requireUsableUrl(url: string, outside: OutsideRules): void {
  try {
    checkOutsideUrl(url, outside);
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    throw new Refusal('invalid_fields', error.message, { url: error.message });
  }
}

/** Webhooks: endpoints of other systems, and what was sent to them. */
export function webhooksRoutes(serve: Serve, { secretBox, outside }: Deps): void {
  serve(listWebhooks, async ({ scope }) => listWebhookRows(scope));

  serve(createWebhook, async ({ scope, body, now }) => {
    requireUsableUrl(body.url, outside);
    return insertWebhook(scope, secretBox, body, now);
  });

  serve(changeWebhook, async ({ scope, params, body, now }) => {
    if (body.url !== undefined) requireUsableUrl(body.url, outside);
    return updateWebhook(scope, params.webhook, body, now);
  });

  serve(rotateWebhook, async ({ scope, params, now }) =>
    replaceSecret(scope, secretBox, params.webhook, now),
  );

  serve(pauseWebhook, async ({ scope, params, body, now }) =>
    setPaused(scope, { pk: params.webhook, paused: body.paused }, now),
  );

  serve(removeWebhook, async ({ scope, params, now }) => deleteWebhook(scope, params.webhook, now));

  serve(testWebhook, async ({ scope, params, now }) => ({
    id: await sendTest(scope, params.webhook, now),
  }));

  serve(listWebhookDeliveries, async ({ scope, query }) => listDeliveryRows(scope, query));

  serve(resendWebhook, async ({ scope, params, body, now }) => ({
    count: await resend(scope, { pk: params.webhook, delivery: body.delivery }, now),
  }));
}
