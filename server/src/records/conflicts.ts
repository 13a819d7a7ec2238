/**
 * The keys that two people can violate by acting at the same time; the second is asked to try again. A write that
 * violates any other constraint is a bug of ours.
 */
export const conflictConstraints = new Set([
  'affiliations_organization_id_person_pk_type_key',
  'custom_reports_by_name',
  'history_imports_running',
  'invitations_open',
  'month_closings_closed',
  'people_email',
  'people_phone',
  'promo_codes_live',
  'valet_orders_sending',
  'valet_orders_organization_id_key_key',
  'visitor_code_events_organization_id_event_pk_fkey',
  'visitor_codes_live',
  'visitor_imports_running',
  'visitors_of_car',
]);
