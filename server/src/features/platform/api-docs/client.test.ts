import type { Document } from 'openapi-client-axios';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import { expect, test } from 'vitest';
import { makeOutside } from '../../../testing/ingest.factory.ts';
import { testApp } from '../../../testing/test-app.ts';

const now = '2026-06-15T20:00:00Z';
const at = await testApp({ now });
const address = await at.app.listen({ port: 0, host: '127.0.0.1' });

test('a client that is made from the API’s description sends a rental, and reads what is wrong with another', async () => {
  const { key, spot } = await makeOutside(at);
  const definition = (await (await fetch(`${address}/api/docs/json`)).json()) as Document;
  const client = await new OpenAPIClientAxios({
    definition,
    withServer: { url: address },
    axiosConfigDefaults: {
      headers: { authorization: `Token ${key}` },
      validateStatus: () => true,
    },
  }).init();
  const own = await client.listOwnSpots?.();
  expect(own?.data).toMatchObject([{ pk: spot.pk }]);
  const rental = {
    source: 'gate',
    external_id: 'client-1',
    spot: spot.pk,
    rental_type: 'hourly',
    start_date: now,
    end_date: null,
    car: { plate: 'ABC 123', state: 'AZ', country: 'US' },
    charges: [],
  };
  const send = async (items: object[]) => client.ingestRentals?.({}, { items });
  const sent = await send([rental, { ...rental, external_id: 'client-2', rental_type: 'weekly' }]);
  expect(sent).toMatchObject({
    status: 200,
    data: {
      results: [
        { external_id: 'client-1', outcome: 'recorded' },
        { outcome: 'refused', fields: { rental_type: expect.any(String) as string } },
      ],
    },
  });
  const code = await client.checkPromoCode?.({ spot: spot.pk, code: 'NOBODY' });
  expect(code?.data).toMatchObject({ usable: false });
});
