import type { FieldTexts } from './field-texts.ts';

export const retentionFields: FieldTexts = {
  class: ['The class of data.', 'images'],
  keep_days: ['For how many days it is kept.', 90],
  'RetentionRule.keep_days': ['For how many days it is kept; null keeps it forever.', 90],
  'setRetentionRule.keep_days': [
    'For how many days it is kept; null keeps it forever. Each class has its own choice.',
    90,
  ],
  'RetentionRule.changed_at':
    'When the rule was set, in milliseconds since 1970; null if it never was.',
  'RetentionRule.changed_by': 'The name of the person who set the rule; null if it never was.',
  'previewRetentionRule.due': 'How many would be deleted, counted up to 10,000.',
  'previewRetentionRule.retained':
    'How many are old enough and would be kept, because something needs them.',
  'previewRetentionRule.more': 'Whether there are more than were counted.',
  'RetentionRun.local_date': 'The last day that was over at all properties when it was deleted.',
  deleted: 'How many were deleted.',
  'RetentionRun.bytes': 'The bytes of deleted images and texts.',
  'RetentionRun.finished_at':
    'When all of the night was deleted, in milliseconds since 1970; null while it runs.',
  'Hold.subject': 'What the hold is on.',
  'Hold.subject_pk': 'The number of the rental, visit, or violation.',
  'Hold.story': 'The UUID of the rental or violation, or the number of the visit.',
  'Hold.plate': ['The plate of the car that it is about; null if none is known.', 'ABC123'],
  'Hold.reason': ['Why it is held.', 'The driver went to court'],
  'createHold.reason': ['Why it is held, for the audit log.', 'The driver went to court'],
  'Hold.placed_at': 'When the hold was placed, in milliseconds since 1970.',
  'Hold.placed_by': 'The name of the person who placed it.',
  'Hold.released_at':
    'When the hold was released, in milliseconds since 1970; null while it is in force.',
  'Hold.released_by': 'The name of the person who released it; null while it is in force.',
  'Hold.pk': 'The number of the hold.',
  'releaseHold.hold': ['The hold, by its number.', '12'],
  'createHold.rental': 'The rental, by its number or UUID.',
  'createHold.visit': ['The visit, by its number.', 1041],
  'createHold.violation': 'The violation, by its number or UUID.',
};
