import type { Access } from '@lotkeeper/contract/kernel/access';
import type { FeatureSettings, SpotFeature, SpotPrices } from '@lotkeeper/contract/platform/spots';
import {
  hasFeature,
  isPriced,
  spotFeatureRules,
  spotPrices,
  withoutPrices,
} from '@lotkeeper/contract/platform/spots';
import { Refusal } from '../../../kernel/refusal.ts';

interface SpotSettings extends FeatureSettings {
  prices: SpotPrices;
}

/** The SQL of a property's `SpotSettings`. */
export const spotSettingsColumn = `json_build_object(
  'prices', json_build_object(${spotPrices.map((name) => `'${name}', ${name}`).join(', ')}),
  'classification', classification,
  'spot_config', json_build_object('visibility_page_section', visibility_page_section,
    'show_timeline', show_timeline))`;

/** Refuses calls for features the property doesn't have, like its pages. */
export function refuseMissingFeature(
  access: Access,
  spot: { settings: unknown },
  person: { superuser: boolean },
): void {
  const settings = spot.settings as SpotSettings;
  if ('priced' in access && access.priced && !isPriced(settings.prices)) {
    throw new Refusal('not_allowed', `${withoutPrices.title}. ${withoutPrices.text}`);
  }
  const feature = 'feature' in access && (access.feature as SpotFeature | undefined);
  if (feature && !hasFeature(settings, feature, person)) {
    throw new Refusal('not_allowed', `${spotFeatureRules[feature].whenOff}.`);
  }
}
