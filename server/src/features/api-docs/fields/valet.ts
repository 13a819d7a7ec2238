import type { FieldTexts } from './field-texts.ts';

export const valetFields: FieldTexts = {
  'ValetLot.name': ['The name of the property.', 'Harbor Hotel'],
  'ValetLot.active_rentals': 'How many cars are with the valet now.',
  here_now: 'How many cars are with the valet now.',
  checked_in_today: 'How many cars were checked in today.',
  checked_out_today: 'How many cars were checked out today.',
  'ValetSummary.outstanding_balance': 'What all drivers together still have to pay, in cents.',
  requests:
    'The sessions whose drivers have asked for their car, the longest waiting first; up to 25.',
  'listValetSessions.search':
    'Only sessions with this text in plate, phone, make, model or key tag.',
  'listValetSessions.status': 'Only sessions of this status; empty for all.',
  'ValetSession.status':
    'Whether the car is expected (`pending`), here (`active`) or gone (`ended`).',
  'DriverRequest.status':
    'Whether the car is expected (`pending`), here (`active`) or gone (`ended`).',
  'getValetSessionByCode.code': ['The code that the driver was texted.', 'K7M2QX'],
  session: 'The session.',
  quote: 'What the driver has to pay now.',
  balance: 'What the driver has to pay, in cents.',
  'payValetSession.balance': 'The quoted balance, in cents.',
  quoted_at: 'When it was quoted, in milliseconds since 1970.',
  holds_until: 'Until when it can be paid as it is, in milliseconds since 1970.',
  outstanding_balance: 'What the driver still has to pay now, in cents.',
  key_tag: 'The tag of the key; null if there is none.',
  'createValetSession.phone': ['The driver’s phone number, without its dial code.', '6025550147'],
  'resendValetCode.phone': ['The driver’s phone number, without its dial code.', '6025550147'],
  'ValetSession.phone': ['The driver’s phone number in E.164.', '+16025550147'],
  'ValetSession.rental_type': 'How the stay is sold.',
  'checkInValetSession.rental_type': 'How the stay is sold: always by the hour.',
  'ValetSession.rental': 'The UUID of the rental; null until the car is checked in.',
  booked_for: 'When the driver is expected, in milliseconds since 1970; null if that isn’t known.',
  checked_in_at: 'When the car was checked in, in milliseconds since 1970; null if it wasn’t yet.',
  checked_out_at:
    'When the car was checked out, in milliseconds since 1970; null if it wasn’t yet.',
  requested_at:
    'When the driver asked for the car, in milliseconds since 1970; null if they didn’t.',
  'ValetSession.payment':
    'The last payment, if the driver’s bank wanted them to confirm it and it isn’t paid; otherwise null.',
  'DriverRequest.payment':
    'A payment that the driver’s bank wants them to confirm; null if there is none.',
  'payment.amount': 'What is to be paid, in cents.',
  'payment.state':
    'Whether the driver can still confirm it (`confirming`), or it was canceled because they didn’t or their bank declined it (`not_confirmed`).',
  confirm_by: 'Until when it can be confirmed, in milliseconds since 1970.',
  'startPaymentConfirmation.client_secret':
    'The secret that the payment processor’s script needs to confirm the payment.',
  payment_method: 'The payment processor’s name of the card on file.',
  'photos.url': 'A URL that opens the image. It expires after 15 minutes.',
  photos: 'Photos of the car, in the order that they were taken.',
  lot: 'The name of the property.',
  'DriverRequest.card': 'The card on file; null if there is none.',
  brand: ['The brand of the card.', 'Visa'],
  ':path.token': 'The token in the link that the driver was texted.',
  'putCardOnFile.token': 'The token of the payment processor for the card.',
};
