import { getLocalIntelligence } from '@lotkeeper/contract/local-intelligence';
import { useRead } from '../../kernel/queries.ts';

/** What moves the demand of a property. */
export const useLocalIntelligence = (spot: { pk: number }) =>
  useRead(getLocalIntelligence, { query: { spot: String(spot.pk) } });
