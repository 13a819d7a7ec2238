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

/** Where a tutorial is, on https, and how long it is in words such as 4:10. */
export interface HelpVideo {
  url: string;
  length: string;
}

/** The tutorials that an installation has. */
export type HelpVideos = { [Title in HelpVideoTitle]?: HelpVideo | undefined };

/** What the page needs to know of the installation; the server writes it into index.html as data. */
export interface Settings {
  auth_cookie_domains: string[];
  payment_app_url: string | null;
  support_phone: string;
  support_email: string;
  new_organization_form_url: string | null;
  add_spot_form_url: string | null;
  /** Where people reach the installation; null = where this page came from. */
  public_url: string | null;
  /** Where the administrative pages are; null = there are none. */
  admin_origin: string | null;
  help_videos: HelpVideos;
  /** With it the page talks to Stripe; null = the sandbox processor, which moves no money. */
  stripe_publishable_key: string | null;
  /** Whether people may also sign in with an identity provider. */
  single_sign_on: boolean;
  demo: boolean;
  /** Where errors of the pages are reported; null = nowhere. */
  error_reporting_dsn: string | null;
}

/** The id of the data block in index.html. */
export const settingsElementId = 'settings';

/** When support answers. */
export const supportHours = 'Mon to Fri 7:00AM to 5:30PM PT';
