import type { Settings } from '@lotkeeper/contract/platform/settings';
import { settingsElementId } from '@lotkeeper/contract/platform/settings';

const fallback: Settings = {
  auth_cookie_domains: [],
  payment_app_url: null,
  support_phone: '',
  support_email: null,
  new_organization_form_url: null,
  add_spot_form_url: null,
  public_url: null,
  admin_origin: null,
  help_videos: {},
  stripe_publishable_key: null,
  single_sign_on: false,
  demo: false,
  error_reporting_dsn: null,
};

function read(): Settings {
  const content: unknown = JSON.parse(
    document.getElementById(settingsElementId)?.textContent ?? '{}',
  );
  return typeof content === 'object' ? { ...fallback, ...content } : fallback;
}

/** The installation's settings, which the server wrote into the page. */
export const settings = read();
