import type { FieldTexts } from './field-texts.ts';

export const ingestFields: FieldTexts = {
  items: 'The records to send, 1 to 1,000. Each is answered by itself.',
  source: [
    'Your name for the sending system: letters, digits, dots, dashes and underscores.',
    'gate',
  ],
  external_id: [
    'The ID of the record in the sending system. With `source` it is the record’s name forever.',
    'ticket-1041',
  ],
  'charges.external_id': [
    'The ID of the payment in the sending system. Charges, penalties and refunds of a source share one set of IDs.',
    'card-77',
  ],
  'PaymentItem.external_id': [
    'The ID of the payment in the sending system. Charges, penalties and refunds of a source share one set of IDs.',
    'card-78',
  ],
  'RefundItem.external_id': [
    'The ID of the refund in the sending system. Charges, penalties and refunds of a source share one set of IDs.',
    'refund-12',
  ],
  'rental.source': ['The `source` that the rental was sent with.', 'gate'],
  'rental.external_id': ['The `external_id` that the rental was sent with.', 'ticket-1041'],
  'PaymentItem.rental':
    'The rental that was paid for. null for a penalty that belongs to no rental: then send `spot` and `rental_type`.',
  'RefundItem.rental': 'The rental whose money was given back.',
  'PaymentItem.spot': [
    'The property of a penalty without a rental, by its number or UUID. Leave it out if you send `rental`.',
    1,
  ],
  'PaymentItem.rental_type': [
    'The type of stay that a penalty without a rental is about. Leave it out if you send `rental`.',
    'hourly',
  ],
  rental_type: [
    'How the rental is sold. `enterprise` is for companies, `bulk_rental` for tenants with several spaces.',
    'hourly',
  ],
  'RentalItem.start_date': [
    'When the rental starts, in ISO 8601 with an offset. It never changes.',
    '2026-06-15T09:30:00-07:00',
  ],
  'RentalItem.end_date': [
    'When the rental ends, in ISO 8601 with an offset. null for a rental that continues, such as a monthly one.',
    '2026-06-15T11:30:00-07:00',
  ],
  'RentalChangeItem.end_date': [
    'The new end, in ISO 8601 with an offset; null for a rental that continues.',
    '2026-06-15T12:00:00-07:00',
  ],
  'RentalItem.car': 'The car; null if it isn’t known.',
  'RentalChangeItem.car': 'The new car; null if it isn’t known anymore.',
  'RentalItem.car.state': ['The two letters of the plate’s state or province.', 'AZ'],
  'RentalItem.car.country': ['The country of the plate: US, MX or CA.', 'US'],
  'RentalChangeItem.car.state': ['The two letters of the plate’s state or province.', 'AZ'],
  'RentalChangeItem.car.country': ['The country of the plate: US, MX or CA.', 'US'],
  'RentalItem.renter': 'The driver, as far as they are known.',
  'RentalChangeItem.renter': 'What changed about the driver; fields that you leave out stay.',
  'RentalItem.price_monthly': [
    'The price of a month before tax, in cents, for monthly rentals.',
    25000,
  ],
  'RentalChangeItem.price_monthly': ['The new price of a month before tax, in cents.', 26000],
  marketed:
    'Whether a discount code or a booking site brought the driver. Rentals from the known booking sites always count as marketed.',
  'RentalItem.promo_code': [
    'The discount code that the rental was booked with. The property must have it.',
    'SUMMER5',
  ],
  'RentalItem.paid': 'Whether the rental is paid.',
  'RentalChangeItem.paid': 'Whether the rental is paid now.',
  charges:
    'The money that was taken with it. An empty list counts the rental with a charge of zero.',
  'RentalEndItem.charges': 'Money that was taken since, such as the final charge.',
  occurred_at: [
    'When the money moved, in ISO 8601 with an offset. Up to 2 days ahead.',
    '2026-06-15T09:30:00-07:00',
  ],
  'charges.amount': ['What the driver paid, in cents, with tax and fee included.', 1080],
  'PaymentItem.amount': ['What the driver paid, in cents, with tax and fee included.', 1080],
  'RefundItem.amount': [
    'What the driver got back, in cents, with tax included. All refunds of a rental together can’t exceed what was paid for it.',
    540,
  ],
  tax: ['The tax inside the amount, in cents.', 80],
  'RefundItem.tax': [
    'The tax inside the amount that is given back, in cents. 0 leaves the tax of the rental as it is.',
    40,
  ],
  processing_fee: ['What the payment processor kept of the amount, in cents.', 31],
  'RefundItem.processing_fee': ['What the payment processor charged for the refund, in cents.', 0],
  'charges.base_price': [
    'What the same stay would have cost without dynamic pricing, in cents; null if no dynamic price was in force. What was paid above it counts as dynamic pricing.',
    1000,
  ],
  'PaymentItem.base_price': [
    'What the same stay would have cost without dynamic pricing, in cents; null if no dynamic price was in force.',
    1000,
  ],
  'PaymentItem.kind': [
    '`charge` is a further payment of a rental; `penalty` is a payment for a violation or without a rental.',
    'charge',
  ],
  'PaymentItem.violation': [
    'The code of the open violation that this pays; null if it pays none. The violation is Paid then.',
    'V7K2QX',
  ],
  changed_at: [
    'When the rental was changed in the sending system, in ISO 8601 with an offset. Of several changes the latest counts.',
    '2026-06-15T10:00:00-07:00',
  ],
  'RentalEndItem.ended_at': [
    'When the driver left, in ISO 8601 with an offset.',
    '2026-06-15T11:42:00-07:00',
  ],
  'VisitItem.entrance_at': [
    'When the car came in, in ISO 8601 with an offset; null if only the exit is known.',
    '2026-06-15T09:28:00-07:00',
  ],
  'VisitItem.exit_at': [
    'When the car left, in ISO 8601 with an offset; null if it is still there. It may follow in a later call with the same ID.',
    '2026-06-15T11:40:00-07:00',
  ],
  'VisitItem.entrance_image':
    'The image of the car coming in, by the UUID that the images call answered.',
  'VisitItem.exit_image':
    'The image of the car leaving, by the UUID that the images call answered.',
  entrance_plate_image:
    'The image of the plate at the entrance, by the UUID that the images call answered.',
  exit_plate_image:
    'The image of the plate at the exit, by the UUID that the images call answered.',
  'ReadItem.camera': ['Your name for the camera, unique at its property.', 'entrance-1'],
  captured_at: [
    'When the camera read the plate, by its own clock, in ISO 8601 with an offset.',
    '2026-06-15T09:28:40-07:00',
  ],
  confidence: ['How sure the reading is, from 0 to 1; null if the camera doesn’t say.', 0.97],
  candidates: 'Other readings of the same plate, up to 20.',
  'candidates.plate': ['Another reading of the plate.', 'A8C 123'],
  'ReadItem.direction': [
    'The way that the car went; null takes the direction that is set for the camera.',
    'Entrance',
  ],
  vehicle: 'What the camera saw of the car.',
  'vehicle.type': ['The type of vehicle.', 'pickup'],
  'ReadItem.event': [
    'Your ID of the passing of a car, if you send several reads of it. The latest read of a passing counts.',
    'passing-551',
  ],
  plate_box: 'Where the plate is in the image, in pixels.',
  vehicle_box: 'Where the car is in the image, in pixels.',
  x: ['Pixels from the left edge of the image.', 812],
  y: ['Pixels from the top edge of the image.', 430],
  width: ['The width in pixels.', 180],
  height: ['The height in pixels.', 60],
  'ReadItem.image': 'The image of the car, by the UUID that the images call answered.',
  'ReadItem.plate_image': 'The image of the plate, by the UUID that the images call answered.',
  rating: ['Stars, from 1 to 5.', 5],
  comment: ['What the driver wrote; null if nothing.', 'Easy to find.'],
  reasons: ['What the driver tapped as the reasons for the rating, up to 10.', ['Clean', 'Safe']],
  'ReviewItem.created_at': [
    'When the driver wrote the review, in ISO 8601 with an offset.',
    '2026-06-15T12:00:00-07:00',
  ],
  'NoteItem.title': ['What was done or found, in a few words.', 'Gate arm replaced'],
  'NoteItem.description': ['The details; may be empty.', 'The arm at the north entrance was bent.'],
  'NoteItem.images': 'Images of it, by the UUIDs that the images call answered, up to 20.',
  'NoteItem.happened_at': [
    'When it happened, in ISO 8601 with an offset.',
    '2026-06-15T08:00:00-07:00',
  ],
  'ImageItem.kind': [
    '`overview` is an image of a car, `plate` of its plate, `note` belongs to a maintenance note, and `snapshot` shows how the property looks; the timeline shows it.',
    'overview',
  ],
  taken_at: ['When the image was taken, in ISO 8601 with an offset.', '2026-06-15T09:28:40-07:00'],
  'ImageItem.orientation': [
    'Whether it shows a car coming in or leaving; null if neither.',
    'Entrance',
  ],
  'ImageItem.data': 'A PNG, JPEG or WebP of up to 5 MB, in base64.',
  'ValetItem.phone': [
    'The driver’s phone number in E.164. Their code and link are texted there.',
    '+16025550147',
  ],
  'ValetItem.booked_for': [
    'When the driver is expected, in ISO 8601 with an offset; null if that isn’t known.',
    '2026-06-15T18:00:00-07:00',
  ],
  'ValetItem.rental_type': ['How the stay is sold.', 'hourly'],
  'ValetItem.outstanding_balance': ['What the driver still has to pay, in cents.', 0],
  'ValetItem.plate': ['The license plate; null if it isn’t known yet.', 'ABC 123'],
  'ValetItem.notes': ['A note for the attendants.', 'Scratch on the left door'],
  recorded: 'How many items were recorded.',
  changed: 'How many items changed something that was recorded before.',
  unchanged: 'How many items were recorded before just as they are.',
  'BatchAnswer.refused': 'How many items were refused.',
  'BatchAnswer.results': 'What became of each item, in the order of the items.',
  'BatchResult.external_id': [
    'The item’s own ID; null if it has none that can be read.',
    'ticket-1041',
  ],
  'BatchResult.outcome': [
    '`recorded`, `changed`, `unchanged` for an item that was recorded before just as it is, or `refused`. Refused items don’t stop the others.',
    'recorded',
  ],
  'BatchResult.pk': ['The number of our record.', 155344],
  'BatchResult.uuid': [
    'The UUID of an image, for visits, reads and notes that refer to it.',
    '6f1c2f5e-8f0b-4c57-9a3e-2b7d1c9e4a10',
  ],
  'BatchResult.detail': 'Why the item was refused, and what to do.',
  'OwnSpot.pk': ['The number of the property: send it as `spot`.', 1],
};
