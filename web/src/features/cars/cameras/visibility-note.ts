import type { SpotSummary } from '@lotkeeper/contract/platform/spots';
import { spotFeatureRules } from '@lotkeeper/contract/platform/spots';

/**
 * Explains why a property shows no camera images, and what to do about it; null when it shows them.
 * Only support can turn Visibility on.
 */
export function describeVisibility(
  { name, ...settings }: Pick<SpotSummary, 'name' | 'classification' | 'spot_config'>,
  supportEmail: string | null,
): string | null {
  if (spotFeatureRules['camera images'].isOn(settings)) return null;
  const contact = supportEmail === null ? 'ask support' : `write to ${supportEmail}`;
  return `Visibility is off at ${name}: visits are recorded, but nobody sees the camera images. To turn it on, ${contact}.`;
}
