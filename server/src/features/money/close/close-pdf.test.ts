import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { fromIso } from '@lotkeeper/contract/kernel/calendar';
import type { CauseItem, CloseContent, LinkSums } from '@lotkeeper/contract/money/close';
import { afterAll, expect, test } from 'vitest';
import { drawClose } from './close-pdf.ts';

const reader = await PDFiumLibrary.init();
afterAll(() => reader.destroy());

/** The text of all pages, each run of white space as one space. */
async function readText(content: CloseContent) {
  const file = await drawClose({
    content,
    proofNotes: [],
    fingerprint: 'abc',
    verifyUrl: 'https://lotkeeper.example/verify',
    madeAt: fromIso('2026-11-03T12:00:00Z'),
  });
  const document = await reader.loadDocument(file);
  const text = [...document.pages()].map((page) => page.getText()).join(' ');
  document.destroy();
  return text.replace(/\s+/g, ' ');
}

const missing = (day: number) =>
  ({
    cause: 'missing_payout',
    certainty: 'found',
    value: day,
    detail: `Payout of 2026-10-${String(day).padStart(2, '0')}. The bank file covers its days.`,
    outcome: null,
    source: null,
  }) as unknown as CauseItem;

const link = (name: LinkSums['link'], change: Partial<LinkSums> = {}): LinkSums =>
  ({
    link: name,
    state: 'ties',
    first: { station: 'payouts', value: 0 },
    second: { station: 'bank', value: 0 },
    causes: [],
    unexplained: 0,
    found: 0,
    tolerance: 100,
    ...change,
  }) as LinkSums;

const wrongTaxes =
  'Alpha Garage: 12 entries are taxed at 4.589 % instead of the rates of the place, which are 8.875 %, on 2026-10-03 and 2026-10-07';

const content = (bank: Partial<LinkSums> = {}): CloseContent => ({
  format: 'lotkeeper close 1',
  organization: { uuid: 'u', name: 'Month Test Parking' },
  month: '2026-10-01' as LocalDate,
  closed_at: '2026-11-03T00:00:00Z',
  closed_by: 'Ann Lee',
  newest_entry: 0,
  settings: { tolerance_cents: 100 as never, tolerance_cars: 5 },
  links: [
    link('payouts', {
      causes: [{ ...missing(1), cause: 'wrong_taxes', detail: wrongTaxes }],
    }),
    link('bank', bank),
    link('statement'),
  ].map((item) => ({ ...item, signature: null })),
  spots: [],
  statement: { commission: 1, gross: 2, net: 3, processing_fee: 4, refunds: 5, tax: 6 },
  adjustments: [],
});

test('the packet prints every cause in full, in the order of the page', async () => {
  const causes = Array.from({ length: 31 }, (_, index) => missing(index + 1));
  const text = await readText(content({ causes, state: 'differs' }));
  expect(text).toContain(wrongTaxes);
  const days = [...text.matchAll(/Payout of 2026-10-(\d\d)/g)].map(([, day]) => Number(day));
  expect(days).toEqual(causes.map((_, index) => index + 1));
  expect(text).not.toContain('…');
});

test('the packet’s income statement begins with gross and ends with net revenue', async () => {
  const text = await readText(content());
  expect(text).toContain(
    'Gross revenue $0.02 Refunds $0.05 Taxes $0.06 Processing fee $0.04 Commission $0.01 Net revenue $0.03',
  );
});

test('the packet says that the income statement ties only below a link that does', async () => {
  expect(await readText(content())).toContain('Bank → income statement: adds up');
  const text = await readText(content({ state: 'differs' }));
  expect(text).toContain('Payouts → bank: differs');
  expect(text).not.toContain('Bank → income statement: adds up');
});
