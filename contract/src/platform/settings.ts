/** The video tutorials of the help center. */
export const helpVideoTitles = [
  'Events',
  'Visitors',
  'Discount codes',
  'Reports',
  'Validation code',
  'Team',
] as const;
export type HelpVideoTitle = (typeof helpVideoTitles)[number];

/** A tutorial's https URL, and its length such as 4:10. */
export interface HelpVideo {
  url: string;
  length: string;
}

/** The tutorials available in an installation. */
export type HelpVideos = { [Title in HelpVideoTitle]?: HelpVideo | undefined };

/** The installation's settings for the pages; the server embeds them in index.html as data. */
export interface Settings {
  auth_cookie_domains: string[];
  payment_app_url: string | null;
  support_phone: string;
  /** null = none is set up. */
  support_email: string | null;
  new_organization_form_url: string | null;
  add_spot_form_url: string | null;
  /** The installation's public URL; null = the page's own origin. */
  public_url: string | null;
  /** The origin of the administrative pages; null = there are none. */
  admin_origin: string | null;
  help_videos: HelpVideos;
  /** If set, the page uses Stripe; null = the sandbox processor, which moves no money. */
  stripe_publishable_key: string | null;
  /** Whether people may also sign in with an identity provider. */
  single_sign_on: boolean;
  demo: boolean;
  /** Where the pages report errors; null = nowhere. */
  error_reporting_dsn: string | null;
}

/** The ID of the data block in index.html. */
export const settingsElementId = 'settings';

export const supportHours = 'Mon to Fri 7:00AM to 5:30PM PT';
