import { expect, test } from 'vitest';
import { invoiceAddress } from './invoice.rules.ts';

test.each(['https://admin.example', 'https://admin.example/'])(
  '%s opens the invoice page',
  (origin) => {
    expect(invoiceAddress(origin, 12)).toBe(
      'https://admin.example/spots/slot/custom_invoice_creation/12',
    );
  },
);
