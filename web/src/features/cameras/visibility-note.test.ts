import { expect, test } from 'vitest';
import { describeVisibility } from './visibility-note.ts';

const contact_info_per_rental_type = { hourly: true, flat: true, daily: true };
const lot = (visibility_page_section: 'all' | 'none' | 'cameras' | 'stats') => ({
  name: 'Lagoon Park Lot',
  classification: 'Surface Lot' as const,
  spot_config: { visibility_page_section, show_timeline: true, contact_info_per_rental_type },
});

test.each(['none', 'stats'] as const)(
  'a property whose visibility section is %s says that images aren’t shown, and what to do',
  (section) => {
    expect(describeVisibility(lot(section), 'support@lots.example')).toBe(
      'Visibility is off at Lagoon Park Lot: visits are recorded, but nobody sees the camera images. To turn it on, write to support@lots.example.',
    );
  },
);

test.each(['all', 'cameras'] as const)(
  'a property whose visibility section is %s says nothing',
  (section) => expect(describeVisibility(lot(section), 'support@lots.example')).toBeNull(),
);
