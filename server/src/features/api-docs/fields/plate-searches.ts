import type { FieldTexts } from './field-texts.ts';

export const plateSearchFields: FieldTexts = {
  'x-search-purpose': [
    'What the search is for, where the organization asks for it: `charge`, `violation`, `lost_car`, `police`, `camera`, or `other: ` with what for, percent-encoded where it isn’t ASCII. It holds for 30 minutes for the person in the organization.',
    'charge',
  ],
  'PlateSearch.pk': 'The number of the row.',
  'PlateSearch.person': 'Who searched.',
  'PlateSearch.person.name': ['Their name.', 'Ana Ruiz'],
  'PlateSearch.spot.name': ['The name of the property.', 'Mission Street Garage'],
  'listPlateSearchers.name': ['Their name.', 'Ana Ruiz'],
  'PlateSearch.searched_at': 'When it was searched for, in milliseconds since 1970.',
  'PlateSearch.last_searched_at':
    'When it, or more of it, was last searched for, in milliseconds since 1970. The same again within 30 minutes, and typing within a minute, extend a row.',
  'PlateSearch.page': ['Where it was searched for.', 'drivers'],
  'PlateSearch.spot': 'The property that was searched; null if the whole organization was.',
  'PlateSearch.term': ['What was searched for, as it was typed.', 'ABC 123'],
  'PlateSearch.typed_from': [
    'The shortest letters and digits that were searched for while it was typed; null if it was all.',
    'ABC',
  ],
  'PlateSearch.purpose': ['What it was for; null if no purpose was stated.', 'charge'],
  'PlateSearch.note': 'What it was for, where the purpose is `other`.',
  'listPlateSearches.person': ['Only searches of this person, by their number.', '7'],
  'downloadPlateSearches.person': ['Only searches of this person, by their number.', '7'],
  'listPlateSearches.search': [
    'Only searches that may have found this plate, name or number, and those that begin with it.',
    'ABC123',
  ],
  'downloadPlateSearches.search': [
    'Only searches that may have found this plate, name or number, and those that begin with it.',
    'ABC123',
  ],
  'listPlateSearches.before': 'The `next` of the page before.',
  'listPlateSearches.next': 'The `before` of the next page; null on the last.',
  asks_purpose: 'Whether people state a purpose before they search for a plate or person.',
};
