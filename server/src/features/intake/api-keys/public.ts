export { endApiKey } from './api-keys.queries.ts';
