import { expect, test } from 'vitest';
import { timelineSearch } from '../features/cars/timeline/timeline-search.ts';
import { violationSearch } from '../features/cars/violations/violation-search.ts';
import { logSearch } from '../features/cars/visibility/log-search.ts';
import { graphSearch } from '../features/money/graphs/graph-search.ts';
import { ledgerSearch } from '../features/money/ledger/ledger-search.ts';
import { reportSearch } from '../features/money/reports/report-search.ts';
import { revenueSearch } from '../features/money/reports/revenue-search.ts';
import { kioskSearch } from '../features/operations/kiosks/kiosk-search.ts';
import { promoSearch, promoUsesSearch } from '../features/operations/promo-codes/promo-search.ts';
import { valetSearch } from '../features/operations/valet/valet-search.ts';
import { visitorSearch } from '../features/operations/visitors/visitor-search.ts';
import {
  driverListSearch,
  insightSearch,
  reviewSearch,
} from '../features/people/driver-insights/insight-search.ts';
import { driverSearch } from '../features/people/drivers/driver-search.ts';
import { plateSearchesSearch } from '../features/trust/plate-searches/plate-searches-search.ts';
import { parseSearch, stringifySearch } from '../kernel/url-state.ts';

/** The schema of a page's filters. */
interface Schema {
  parse: (search: unknown) => Parameters<typeof stringifySearch>[0];
}

test.each<[url: string, schema: Schema, filters?: object]>([
  ['?tab=tenants', driverSearch, { tab: 'tenants' }],
  ['?rentalType=daily%2Chourly', driverSearch, { rentalType: ['daily', 'hourly'] }],
  ['?date=2026-02-28&status=grace+period&rentalType=flat_rate&page=2', logSearch],
  [
    '?spot=12&status=active&search=abc&page=3',
    valetSearch,
    { spot: 12, status: 'active', search: 'abc', page: 3 },
  ],
  ['?expiring=true&page=999999&searchTerm=abc', visitorSearch],
  ['?status=all&startDate=2026-01-01&endDate=soon&page=2', violationSearch],
  ['?monthYear=02%3A2026&rentalType=bulk_rental', reportSearch],
  ['?revenueType=net_revenue&rentalType=hourly%2Cmonthly', revenueSearch],
  ['?monthYear=12%3A2025&showUsableCodes=false', promoSearch],
  ['?code=SUMMER&promo=7&page=2', promoUsesSearch, { code: 'SUMMER', promo: 7, page: 2 }],
  ['?heatmap=monthly&days=180', insightSearch, { heatmap: 'monthly', days: 180 }],
  [
    '?days=180&group=one_time&weekday=7',
    driverListSearch,
    { days: 180, group: 'one_time', weekday: 7 },
  ],
  ['?rating=1&page=2', reviewSearch],
  ['?minutes=90&calendar=true', kioskSearch],
  ['?person=42&search=ABC+123', plateSearchesSearch],
  ['?spotPk=3&measure=net&hour=0&search=ABC+123', ledgerSearch],
])('a page keeps the URL %s', (url, schema, filters) => {
  const read = schema.parse(parseSearch(url));
  if (filters) expect(read).toEqual(filters);
  // The router parses what it is about to write once more.
  const search = new URLSearchParams(stringifySearch(schema.parse(read)));
  expect(Object.fromEntries(search)).toEqual(parseSearch(url));
});

test.each([
  ['?tab=all&slotState=active&rentalType=monthly&page=1', driverSearch, ''],
  ['?rentalType=hourly,monthly,daily', driverSearch, '?rentalType=daily%2Chourly'],
  ['?date=2026-02-29&startDate=today&endDate=2026-1-1&status=gone&page=0', logSearch, ''],
  ['?spot=x&status=ACTIVE&search=+++&page=-1&other=1', valetSearch, ''],
  ['?search=+abc+&page=1.5', valetSearch, '?search=abc'],
  [`?search=${'a'.repeat(61)}`, valetSearch, `?search=${'a'.repeat(60)}`],
  ['?expiring=false&page=1000000&searchTerm=', visitorSearch, ''],
  ['?status=Created&page=two', violationSearch, ''],
  ['?monthYear=13%3A2026&rentalType=toString', reportSearch, ''],
  ['?monthYear=13%3A2026&rentalType=weekly', graphSearch, ''],
  ['?monthYear=01%3A2999', reportSearch, ''],
  ['?monthYear=2%3A2026', reportSearch, '?monthYear=02%3A2026'],
  ['?revenueType=profit&rentalType=', revenueSearch, ''],
  ['?revenueType=gross_revenue&rentalType=yearly', revenueSearch, ''],
  ['?showUsableCodes=true&monthYear=99%3A1999&page=x', promoSearch, ''],
  ['?date=2026-02-31', timelineSearch, ''],
  ['?promo=SUMMER', promoUsesSearch, ''],
  ['?heatmap=daily&days=90', insightSearch, ''],
  ['?days=365&group=POWER&weekday=8', driverListSearch, ''],
  ['?rating=6', reviewSearch, ''],
  ['?minutes=0&calendar=1', kioskSearch, ''],
  ['?person=0', plateSearchesSearch, ''],
])('a page drops invalid and default parameters from the URL %s', (url, schema, kept) => {
  expect(stringifySearch(schema.parse(parseSearch(url)))).toBe(kept);
});
