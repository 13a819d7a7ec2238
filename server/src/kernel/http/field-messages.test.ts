import { expect, test } from 'vitest';
import { contractEndpoints } from '../../testing/endpoints.ts';
import { signedInSuperuser } from '../../testing/people.factory.ts';
import { testProperty } from '../../testing/test-property.ts';

const { at, token } = await testProperty({
  now: '2026-06-15T19:00:00Z',
  settings: { RATE_PER_PERSON: '0' },
});
const { token: superuser } = await signedInSuperuser(at);

async function send(method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) {
  const response = await at.app.inject({
    method,
    url,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return [response.statusCode, response.json<{ fields?: Record<string, string> }>().fields];
}

const car = { plate: 'ABC', state: 'AZ', country: 'US' };
const noText = 'This field is required.';
const whole = 'Must be a whole number.';
const source = 'Must be one of: dashboard, kiosk.';

test.each([
  [
    'a list in place of an object',
    '/api/invitations/',
    [],
    { body: 'Must be an object with organization, first_name, last_name, email and role.' },
  ],
  ['a missing text', '/api/cars/', {}, { plate: noText }],
  [
    'a missing text of a form',
    '/api/invitations/',
    {},
    { first_name: 'Please enter a first name' },
  ],
  ['a missing choice', '/api/visitors/', {}, { validation_source: `${noText} ${source}` }],
  ['a number in place of text', '/api/cars/', { ...car, plate: 5 }, { plate: 'Must be text.' }],
  ['a fraction in place of a number or text', '/api/slots/', { spot: 1.5 }, { spot: whole }],
  ['a list in place of a number or text', '/api/slots/', { spot: [] }, { spot: 'Must be text.' }],
  ['text in place of a list', '/api/slots/', { spot: 1, cars: 'x' }, { cars: 'Must be a list.' }],
  ['a fraction of a cent', '/api/validate', { visitor_pk: 1.5 }, { visitor_pk: whole }],
  ['text for a number', '/api/validate', { visitor_pk: '1' }, { visitor_pk: 'Must be a number.' }],
  [
    'a wrong choice',
    '/api/visitors/',
    { validation_source: 'moon' },
    { validation_source: source },
  ],
])('%s is refused with a message', async (_, url, body, fields) => {
  expect(await send('POST', url, body)).toMatchObject([400, fields]);
});

test('a query without a required field is refused with a message for the field', async () => {
  expect(await send('GET', '/api/visitors')).toMatchObject([400, { spot: noText }]);
});

test('no endpoint answers invalid bodies with the validation library’s own messages', async () => {
  // Lotkeeper's own message is 'Invalid email'.
  const bare = /^(Invalid(?! email$)|Expected|Too |Required|Unrecognized|Is not valid)/;
  const messages: string[] = [];
  for (const [name, { method, path }] of await contractEndpoints()) {
    if (method === 'GET' || path.startsWith('/api/ingest/') || name === 'logOut') continue;
    const url = path.replace(/:\w+/g, '1');
    for (const body of ['[]', '{}', '{"spot":1.5,"name":1,"role":1,"kind":[],"page":{}}']) {
      const response = await at.app.inject({
        method,
        url,
        headers: { authorization: `Token ${superuser}`, 'content-type': 'application/json' },
        payload: body,
      });
      if (response.statusCode !== 400) continue;
      const { fields = {} } = response.json<{ fields?: Record<string, string> }>();
      for (const [field, message] of Object.entries(fields)) {
        if (bare.test(message)) messages.push(`${name} ${field}: ${message}`);
      }
    }
  }
  expect(messages).toEqual([]);
});
