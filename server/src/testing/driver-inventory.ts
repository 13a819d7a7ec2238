interface TextColumns {
  /** Erased by a driver's request. */
  erased?: string;
  /** May be about a driver and stays; docs/privacy.md explains why. */
  stays?: string;
  /** Never about a driver: names of kinds and states, what staff set up, numbers of other systems. */
  impersonal?: string;
}

/**
 * Every text and binary column of the database. A test compares it with the schema, so that nobody adds one without
 * deciding whether it's about a driver.
 */
export const inventory: Record<string, TextColumns> = {
  affiliations: { impersonal: 'role type' },
  alert_choices: { impersonal: 'email_kinds sms_kinds' },
  alert_messages: { impersonal: 'medium' },
  alert_mutes: { stays: 'subject', impersonal: 'kind' },
  alert_notices: { impersonal: 'medium' },
  alerts: { stays: 'facts subject', impersonal: 'kind' },
  api_keys: { impersonal: 'grants hint key_hash name' },
  appeal_answers: { impersonal: 'name text' },
  appeal_rules: { impersonal: 'state' },
  appeals: { erased: 'answer email phone text', impersonal: 'decision reason' },
  audit_entries: { stays: 'after before subject_name', impersonal: 'act subject_type' },
  auditor_links: { impersonal: 'auditor token_hash' },
  auditor_views: { impersonal: 'kind' },
  bank_columns: { impersonal: 'header_hash reading' },
  bank_files: { impersonal: 'format' },
  bank_lines: { stays: 'descriptor' },
  bank_questions: { impersonal: 'kind' },
  book_accounts: { impersonal: 'account line place' },
  book_exports: {
    impersonal: 'accounts file_hash format grouping_of properties property_field sums',
  },
  bulk_rentals: { erased: 'description owner_email', impersonal: 'invoice_status' },
  camera_feeds: { impersonal: 'direction format hint key_hash name signing_secret mapping' },
  camera_messages: { erased: 'body files raw', impersonal: 'content_type outcome reason sameness' },
  camera_signs: { impersonal: 'read_sign true_sign' },
  camera_reliability: { impersonal: 'sign_counts' },
  cameras: { impersonal: 'camera_ref direction name' },
  cars: { erased: 'color make model plate plate_key', stays: 'country state' },
  charge_refunds: { impersonal: 'charge_ref ref' },
  code_budgets: { impersonal: 'caller' },
  custom_reports: { impersonal: 'grouping_of measures name range' },
  day_seals: { impersonal: 'leaves signature statement' },
  deletions: { impersonal: 'entries signature statement subject' },
  demo_loads: { impersonal: 'summary' },
  disputes: { impersonal: 'charge_ref processor reason ref state' },
  events: { impersonal: 'interval name' },
  desk_decisions: { erased: 'learned', impersonal: 'suggested verdict' },
  forgotten_visit_days: { impersonal: 'outcome' },
  forgotten_visit_months: { impersonal: 'outcome' },
  history_imports: {
    impersonal: 'columns delimiter encoding file_name kinds reading state undo_state',
  },
  history_records: { impersonal: 'kind' },
  holds: { erased: 'reason' },
  images: { erased: 'file', impersonal: 'kind media_type orientation' },
  invitations: { impersonal: 'email first_name last_name role ticket_hash ticket_sealed' },
  kiosks: { impersonal: 'mode pin_hash pin_salt ticket_hash token_hash' },
  known_devices: { impersonal: 'secret_hash' },
  ledger_entries: {
    stays: 'external_id statement_descriptor',
    impersonal: 'kind rental_type source',
  },
  limits: { impersonal: 'subject' },
  live_attachments: { impersonal: 'payload' },
  login_codes: { impersonal: 'code_hash code_sealed' },
  member_messages: { stays: 'content', impersonal: 'failure key medium role' },
  migrations: { impersonal: 'hash name oldest_release' },
  operations_regions: { impersonal: 'contact_number name' },
  month_closings: { impersonal: 'adjustments content content_hash reopened_because sums' },
  month_signatures: { impersonal: 'link reason' },
  organization_exports: { impersonal: 'state' },
  organizations: { impersonal: 'logo_url name payout_schedule' },
  payout_accounts: {
    impersonal:
      'account_ref bank_last_four bank_name bank_ref processor representative requirements',
  },
  payout_orders: {
    impersonal:
      'account_ref bank_ref external_id note period processor processor_ref reason state statement_descriptor',
  },
  people: { stays: 'email first_name last_name phone', impersonal: 'org_type' },
  plate_reads: {
    erased:
      'color corrections country direction event_keys external_id make model plate plate_box plate_fold plate_key source state vehicle_box vehicle_type',
    stays: 'candidates',
    impersonal: 'set_aside',
  },
  plate_searches: { stays: 'first_key note term term_key', impersonal: 'page purpose' },
  price_points: { impersonal: 'strategy' },
  privacy_requests: {
    erased: 'subject_sealed',
    stays: 'hint plate_state',
    impersonal: 'erased kind remaining state',
  },
  processor_events: {
    impersonal: 'account_ref id object_ref processor reason state subject type',
  },
  promo_codes: { erased: 'notes', impersonal: 'applicable_rental_types code discount_type' },
  promo_uses: { stays: 'external_id', impersonal: 'source' },
  rate_experiment_segments: { impersonal: 'name unit' },
  rate_experiments: { impersonal: 'name' },
  rates: { impersonal: 'curve interval name pricing_model_type unit' },
  refund_orders: { stays: 'charge_ref processor_ref', impersonal: 'key processor reason state' },
  refused_history_rows: { erased: 'cells', impersonal: 'reason' },
  refused_visitor_rows: { erased: 'cells', impersonal: 'reason' },
  remittance_columns: { impersonal: 'header_hash reading source' },
  remittance_files: { impersonal: 'source unread' },
  remittance_lines: { impersonal: 'identity reference source' },
  rental_stays: { impersonal: 'rental_type source' },
  rentals: {
    erased: 'renter_email renter_first_name renter_last_name renter_phone',
    stays: 'external_id',
    impersonal: 'rental_type source',
  },
  retention_marks: { impersonal: 'class' },
  retention_rules: { impersonal: 'class' },
  retention_runs: { impersonal: 'class' },
  revenue_closed_months: { impersonal: 'rental_type' },
  revenue_days: { impersonal: 'rental_type' },
  revenue_hours: { impersonal: 'rental_type' },
  revenue_months: { impersonal: 'rental_type' },
  revenue_sources: { impersonal: 'source' },
  reviews: { erased: 'comment', stays: 'external_id', impersonal: 'reasons source' },
  seal_keys: { impersonal: 'fingerprint public_key' },
  search_purposes: { stays: 'note', impersonal: 'purpose' },
  secret_keys: { impersonal: 'fingerprint' },
  service_cars: { erased: 'note', impersonal: 'kind' },
  sessions: { impersonal: 'token_hash user_agent' },
  sign_in_tickets: { impersonal: 'ticket_hash' },
  single_sign_ons: { impersonal: 'browser_hash secrets_sealed state_hash ticket_hash' },
  site_rates: { impersonal: 'source' },
  spots: {
    impersonal:
      'address_line1 city classification desk_shows dynamic_pricing_strategy name second_read state timezone visibility_page_section webflow_page_url',
  },
  tax_days: { impersonal: 'rental_group' },
  tax_months: { impersonal: 'rental_group' },
  tax_rates: { impersonal: 'authority level rental_groups' },
  timeline_notes: { erased: 'description title', impersonal: 'external_id kind source' },
  unused_files: { impersonal: 'file' },
  valet_orders: {
    stays: 'card_ref customer_ref processor_ref',
    impersonal: 'key processor reason state',
  },
  valet_sessions: {
    erased: 'color country key_tag make model notes phone plate state',
    stays: 'card_brand card_last_four card_ref customer_ref external_id',
    impersonal: 'card_processor code rate rental_type source status',
  },
  violations: {
    erased: 'plate plate_key state waived_reason',
    stays: 'code evidence external_id',
    impersonal: 'source status',
  },
  watched_plates: { stays: 'note plate plate_key plate_state', impersonal: 'purpose' },
  visitor_codes: { erased: 'name', impersonal: 'code' },
  visitor_import_changes: { erased: 'name phone', impersonal: 'kind validation_source' },
  visitor_imports: {
    impersonal:
      'columns delimiter encoding fields file_name grant_kind line_break state undo_state',
  },
  visitor_sessions: { impersonal: 'kind' },
  validation_sponsors: { impersonal: 'kind name' },
  visitors: { erased: 'name phone plate_key search_text', impersonal: 'validation_source' },
  visit_days: { impersonal: 'outcome' },
  visit_months: { impersonal: 'outcome' },
  visits: {
    erased: 'external_id plate plate_key state',
    impersonal: 'held outcome rate set_aside source status verdict',
  },
};
