export { endWebhook } from './webhooks.queries.ts';
