import type { Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { ErrorCode } from '@lotkeeper/contract/kernel/errors';
import { errorCodes } from '@lotkeeper/contract/kernel/errors';
import { listErrorCodes } from '../features/platform/api-docs/error-answers.ts';
import { contractEndpoints } from './endpoints.ts';

const names = new Map([...(await contractEndpoints())].map(([name, value]) => [value, name]));

/** Throws if an endpoint returns an error that the API reference doesn't list for it. */
export function checkDescribed(endpoint: Endpoint, body: unknown): void {
  const name = names.get(endpoint);
  const { code } = (body ?? {}) as { code?: ErrorCode };
  if (name === undefined || code === undefined || !errorCodes.includes(code)) return;
  if (!listErrorCodes(name, endpoint).includes(code)) {
    throw new Error(`${name} answered ${code}: list it in server/src/features/platform/api-docs.`);
  }
}
