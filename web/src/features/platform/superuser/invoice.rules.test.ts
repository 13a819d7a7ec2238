import { expect, test } from 'vitest';
import { invoiceAddress } from './invoice.rules.ts';

test.each(['https://admin.example', 'https://admin.example/'])(
  'the URL of the invoice page is built from the origin %s',
  (origin) => {
    expect(invoiceAddress(origin, 12)).toBe(
      'https://admin.example/spots/slot/custom_invoice_creation/12',
    );
  },
);
