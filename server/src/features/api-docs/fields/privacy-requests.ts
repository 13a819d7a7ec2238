import type { FieldTexts } from './field-texts.ts';

const since = 'in milliseconds since 1970';

export const privacyRequestFields: FieldTexts = {
  'PrivacyRequest.pk': ['The number of the request.', 7],
  'PrivacyRequest.kind': [
    'Whether it is about a plate, an email address, or a phone number.',
    'plate',
  ],
  'createPrivacyRequest.kind': ['What the value is.', 'plate'],
  'createPrivacyRequest.value': ['The plate, email address, or phone number.', 'ABC123'],
  'createPrivacyRequest.plate_state': [
    'Of a plate: only this state, and records without one.',
    'AZ',
  ],
  'PrivacyRequest.hint': ['Whom it is about, masked.', 'AB•••23'],
  'PrivacyRequest.plate_state': [
    'The state of the plate, where only that one was asked for; null otherwise.',
    'AZ',
  ],
  'PrivacyRequest.state':
    'Where it is: `open` until somebody confirms to erase, `waiting` and `running` while it is erased, then `done`. `expired` after 7 days without that; `failed` when the secret key was changed meanwhile.',
  'PrivacyRequest.created_at': `When it was opened, ${since}.`,
  'PrivacyRequest.created_by': 'The name of the person who opened it.',
  'PrivacyRequest.exported_at': `When it was exported last, ${since}; null if it never was.`,
  'PrivacyRequest.confirmed_at': `When erasing was confirmed, ${since}; null if it wasn’t.`,
  'PrivacyRequest.confirmed_by': 'The name of the person who confirmed it; null if nobody did.',
  'PrivacyRequest.finished_at': `When it was done or failed, ${since}; null before.`,
  'PrivacyRequest.erased': 'How many of each class were erased so far.',
  'PrivacyRequest.remaining': 'What stayed when it was done.',
  'PrivacyRequest.erased.class': ['The class of data.', 'visits'],
  'PrivacyRequest.erased.count': ['How many of them.', 12],
  'PrivacyRequest.remaining.class': ['The class of data.', 'visits'],
  'PrivacyRequest.remaining.count': ['How many of them.', 1],
  'PrivacyRequest.remaining.reason': ['Why they stay.', 'hold'],
  'getPrivacyRequest.request': 'The request.',
  'PrivacyRequestFindings.findings': 'What is there by class; null unless the request is open.',
  'PrivacyRequestFindings.findings.class': ['The class of data.', 'visits'],
  'PrivacyRequestFindings.findings.found': ['How many there are.', 13],
  'PrivacyRequestFindings.findings.due': [
    'How many of them would be deleted or made anonymous.',
    12,
  ],
  'PrivacyRequestFindings.findings.remaining': 'What would stay, by reason.',
  'PrivacyRequestFindings.findings.remaining.reason': ['Why they stay.', 'hold'],
  'PrivacyRequestFindings.findings.remaining.count': ['How many of them.', 1],
  'PrivacyRequestFindings.plates':
    'The cars of the plate, or of the person’s rentals and visitors.',
  'PrivacyRequestFindings.plates.plate': ['The plate.', 'ABC123'],
  'PrivacyRequestFindings.plates.state': ['The state of the plate.', 'AZ'],
  'PrivacyRequestFindings.plates.country': ['The country of the plate.', 'US'],
  'erasePrivacyRequest.confirm': ['The plate, email address, or phone number again.', 'ABC123'],
  'downloadPrivacyRequest.request': ['The request, by its number.', '7'],
  'erasePrivacyRequest.request': ['The request, by its number.', '7'],
};
