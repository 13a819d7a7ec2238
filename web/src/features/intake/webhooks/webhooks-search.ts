import { webhookDeliveryStates, webhookTypeNames } from '@lotkeeper/contract/intake/webhooks';
import * as z from 'zod/mini';
import { choiceParam, pkParam } from '../../../kernel/search-params.ts';

/** Absent = all deliveries. */
export const webhooksSearch = z.object({
  webhook: pkParam,
  state: choiceParam(webhookDeliveryStates),
  type: choiceParam(webhookTypeNames),
});
export type WebhookFilters = z.output<typeof webhooksSearch>;
