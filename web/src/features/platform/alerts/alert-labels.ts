import type { AlertKind } from '@lotkeeper/contract/platform/alert-kinds';

/** What each kind of alert is about, in the order of the page. */
export const alertLabels: Record<AlertKind, string> = {
  camera_silent: 'Camera is silent',
  connection_waiting: 'Connection never sent',
  payout_failed: 'Payout failed',
  payout_held: 'Payouts are held',
  dispute_opened: 'Charge is disputed',
  revenue_unusual: 'Revenue is unusual',
  occupancy_high: 'Property is nearly full',
  unexplained_cars: 'Many unexplained cars',
  violation_appealed: 'Violation is appealed',
  import_failed: 'Import failed',
  sign_in_blocked: 'Sign-in is blocked',
  watched_plate: 'Watched plate arrives',
  seal_late: 'Seal is late',
  backup_late: 'Backup is late',
};
