/** Columns with text that people wrote, which may name a driver. Those of holds are a class of their own. */
export const driverTexts: readonly { table: string; columns: readonly string[] }[] = [
  { table: 'timeline_notes', columns: ['title', 'description'] },
  { table: 'reviews', columns: ['comment'] },
  { table: 'violations', columns: ['waived_reason'] },
  { table: 'appeals', columns: ['text', 'answer'] },
  { table: 'bulk_rentals', columns: ['description'] },
  { table: 'promo_codes', columns: ['notes'] },
  { table: 'visitor_codes', columns: ['name'] },
  { table: 'valet_sessions', columns: ['notes'] },
  { table: 'service_cars', columns: ['note'] },
  { table: 'watched_plates', columns: ['note'] },
];
