import type { Settings } from '@lotkeeper/contract/platform/settings';
import type { Config } from './config.ts';

/** The settings that the server embeds in index.html for the pages. */
export function toPageSettings(config: Config): Settings {
  return {
    auth_cookie_domains: config.AUTH_COOKIE_DOMAINS,
    payment_app_url: config.PAYMENT_APP_URL ?? null,
    support_phone: config.DEFAULT_SUPPORT_PHONE,
    support_email: config.SUPPORT_EMAIL ?? null,
    new_organization_form_url: config.NEW_ORGANIZATION_FORM_URL ?? null,
    add_spot_form_url: config.ADD_SPOT_FORM_URL ?? null,
    public_url: config.PUBLIC_URL ?? null,
    admin_origin: config.ADMIN_ORIGIN ?? null,
    help_videos: config.HELP_VIDEOS ?? {},
    stripe_publishable_key: config.STRIPE_PUBLISHABLE_KEY ?? null,
    single_sign_on: config.OIDC_ISSUER !== undefined,
    demo: config.DEMO,
    error_reporting_dsn: config.ERROR_REPORTING_DSN ?? null,
  };
}
