import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { PrivacyRequest } from '@lotkeeper/contract/trust/privacy-requests';
import { useState } from 'react';
import { useRead } from '../../../kernel/queries.ts';

/** Polling interval of an erasure's state, in seconds. */
const refreshEvery = 2;

const isBeingErased = ({ state }: PrivacyRequest) => state === 'waiting' || state === 'running';

/** Reads requests; polls while one of them is being erased. */
export function useReadRequests<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  list: (answer: AnswerOf<E>) => readonly PrivacyRequest[],
) {
  const [isErasing, setIsErasing] = useState(false);
  const read = useRead(endpoint, input, isErasing ? { refreshEvery } : {});
  const isErasingNow = read.data !== undefined && list(read.data).some(isBeingErased);
  if (isErasingNow !== isErasing) setIsErasing(isErasingNow);
  return read;
}
