/** What an alert can be about. */
export const alertKinds = [
  'camera_silent',
  'connection_waiting',
  'payout_failed',
  'payout_held',
  'dispute_opened',
  'revenue_unusual',
  'occupancy_high',
  'unexplained_cars',
  'violation_appealed',
  'import_failed',
  'sign_in_blocked',
  'watched_plate',
  'seal_late',
  'backup_late',
] as const;
export type AlertKind = (typeof alertKinds)[number];
