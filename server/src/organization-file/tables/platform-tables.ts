import type { ExportedTable } from './describe-table.ts';
import { describeTable } from './describe-table.ts';

const mailTicket = 'A link of a sent mail. Send the invitation again.';

/** Whether the person `t` works for the organization now. */
const isMember = 'exists (select from members m where m.person_pk = t.pk)';
/** A column of the member `t`, who may have an affiliation of each type. */
const selectMember = (column: string) =>
  `(select m.${column} from members m where m.person_pk = t.pk limit 1)`;

/** The organization, its people, and its properties. */
export const platformTables: readonly ExportedTable[] = [
  describeTable('organizations', 'The organization. One row.', 'pk uuid name created_at', {
    logo_url: 'The URL of its logo.',
    operations_region_pk: { without: 'The regions belong to the installation.' },
    commission_rate: 'Commission in basis points of its base.',
    tax_rate: 'Tax in basis points on top of the price.',
    processing_rate: 'Processing fee in basis points of what a driver pays.',
    payout_schedule: 'How often it is paid: monthly, weekly, or daily.',
    can_add_driver: 'Whether staff may add drivers.',
    asks_search_purpose: 'Whether people state a purpose before they search for a plate or person.',
    setup_ended_at: 'When an Admin ended the set-up.',
  }),
  describeTable('commission_bases', 'What the commission is a share of.', 'organization_id', {
    starts_on: 'From which day on; -infinity = from the beginning.',
    base: 'gross, gross_less_tax, or adjusted.',
  }),
  describeTable(
    'people',
    'Everyone whom another row names. Email and phone are only those of members; anyone else has an address that no mail reaches.',
    'pk created_at',
    {
      first_name: 'The first name.',
      last_name: 'The last name.',
      email: {
        text: 'The email address that a member signs in with.',
        value: `case when ${isMember} then ${selectMember('email')} else 'person-' || t.pk || '@left.invalid' end`,
      },
      phone: {
        text: 'The phone number, as E.164.',
        value: selectMember('phone'),
      },
      is_renter: 'Whether they rent a space.',
      org_type: 'The kind of organization they came from.',
      superuser: {
        without: 'Superusers belong to the installation. Nobody becomes one by import.',
      },
      last_login: { without: 'Sign-ins belong to the installation.' },
      organization_ids: {
        without: 'Which organizations know them; the import finds that out again.',
      },
      is_staff: { without: 'Superusers belong to the installation.' },
      seen_news: { without: 'What they have seen of this installation’s news.' },
    },
  ),
  describeTable(
    'affiliations',
    'A member of the organization, with a role.',
    'organization_id pk person_pk created_at',
    {
      type: 'parking or towing.',
      role: 'ADMIN, EMPLOYEE, ENFORCER, VALET, or ACCOUNTANT.',
    },
  ),
  describeTable(
    'invitations',
    'An invitation to the team, also those that ended.',
    'organization_id pk created_at',
    {
      first_name: 'The first name.',
      last_name: 'The last name.',
      email: 'The email address it was sent to.',
      role: 'The role: ADMIN, EMPLOYEE, ENFORCER, VALET, or ACCOUNTANT.',
      expires_at: 'When it ends.',
      invited_by: 'Who invited them (people.pk).',
      ticket_hash: { without: mailTicket },
      ticket_sealed: { without: mailTicket },
      is_link_shown:
        'Whether nothing was set to send its mail, so that its link was shown to Admins.',
      failure: 'Why the newest try to send its mail failed.',
      sent_at: 'When the newest mail was sent.',
      refused_at: 'When the email server refused the newest mail for good.',
      accepted_at: 'When it was accepted.',
      accepted_by: 'Who accepted it (people.pk).',
      removed_at: 'When it was removed.',
    },
  ),
  describeTable(
    'api_keys',
    'A key of a program that sends.',
    'organization_id pk name created_by created_at',
    {
      grants: 'What it may send.',
      key_hash: {
        without: 'A secret. Imported keys are revoked; create new ones.',
        instead: 'sha256(gen_random_uuid()::text::bytea)',
      },
      hint: 'The last four characters of the key.',
      last_used_at: 'When it was last used.',
      revoked_at: 'When it was revoked.',
      revoked_by: 'Who revoked it (people.pk).',
    },
  ),
  describeTable('spots', 'A property.', 'organization_id pk uuid name created_at', {
    address_line1: 'The street address.',
    city: 'The city.',
    state: 'The state.',
    timezone: 'The IANA time zone, such as America/Phoenix.',
    classification: 'The kind of property.',
    quantity: 'How many spaces it has.',
    quantity_monthly: 'How many of them are for monthly rentals.',
    price_hourly: 'The price of an hour, in cents.',
    price_daily: 'The price of a day, in cents.',
    price_monthly: 'The price of a month, in cents.',
    price_flat: 'The flat rate, in cents.',
    daily_min: 'The least of a day with dynamic pricing, in cents.',
    daily_max: 'The most of a day with dynamic pricing, in cents.',
    dynamic_pricing_enabled: 'Whether dynamic pricing is on.',
    dynamic_pricing_strategy: 'The strategy of dynamic pricing.',
    visibility_page_section: 'Where it is listed on Visibility.',
    show_timeline: 'Whether it has a timeline.',
    contact_info_hourly: 'Whether staff see the contact of hourly drivers.',
    contact_info_flat: 'Whether staff see the contact of flat-rate drivers.',
    contact_info_daily: 'Whether staff see the contact of daily drivers.',
    tenant_billing_enabled: 'Whether tenants are billed.',
    enforcement_enabled: 'Whether stays are charged and violations written by the cameras.',
    grace_minutes: 'How many minutes are free.',
    hidden: 'Whether it is hidden.',
    webflow_page_url: 'The URL of its booking page.',
    penalty_amount: 'What a violation costs, in cents.',
    min_charge_confidence: 'The least confidence of a read that charges, in percent; empty = any.',
    second_read: 'When a second read is needed to charge.',
    hold_after_outage: 'Whether charges after an outage wait for a person.',
    hold_above_posted: 'Whether charges above the posted price wait for a person.',
    hold_above_amount: 'From how many cents on a charge waits for a person.',
    hold_above_hours: 'From how many hours on a charge waits for a person.',
    desk_shows: 'Which visits Plate Desk shows.',
    desk_days: 'How many days Plate Desk goes back.',
    late_minutes:
      'How many minutes after the grace minutes its last stays turned out to owe nothing.',
  }),
  describeTable(
    'custom_reports',
    'A custom report that was saved.',
    'organization_id pk spot_pk name created_at',
    {
      measures: 'The measures it shows.',
      grouping_of: 'How it is grouped.',
      range: 'Its days, such as the last 30, or fixed ones.',
      start_date: 'The first day, of fixed ones.',
      end_date: 'The last day, of fixed ones.',
    },
  ),
  describeTable(
    'alert_settings',
    'From when on the organization is alerted: the row of a property, or the one without a property.',
    'organization_id pk spot_pk',
    {
      occupancy_percent: 'Above how many percent of the spaces; empty = never.',
      unexplained_cars: 'Above how many unexplained cars of a day; empty = never.',
    },
  ),
  describeTable(
    'watched_plates',
    'A plate whose arrival is alerted.',
    'organization_id pk plate plate_key created_by created_at',
    {
      plate_state: 'The state of the plate; empty = any.',
      purpose: 'Why it is watched.',
      note: 'What the purpose is, where it is other.',
      ends_at: 'Until when it is watched.',
    },
  ),
  describeTable(
    'alerts',
    'What was wrong, from its beginning to its end.',
    'organization_id pk spot_pk',
    {
      kind: 'What was wrong.',
      subject: 'What it is about.',
      since: 'Since when.',
      opened_at: 'When it was noticed.',
      changed_at: 'When the row was changed.',
      missing_since: 'When a look no longer found it.',
      ended_at: 'When it was over; empty = it isn’t.',
      cost: 'What it costs or is worth, in cents; empty = not known.',
      facts: 'What its texts name.',
    },
  ),
  describeTable('alert_choices', 'Which alerts a person wants.', 'organization_id person_pk', {
    email_kinds: 'By email.',
    sms_kinds: 'By text message.',
    push_kinds: 'By notifications on devices.',
    spot_pks: 'The properties that count; empty = all of them.',
    quiet_from: 'From when on no messages come, in minutes after midnight.',
    quiet_until: 'Until when no messages come.',
  }),
];
