import type { Page } from '@playwright/test';
import {
  address,
  expect,
  expectAccessible,
  expectAccessibleInTheDark,
  expectNoOverflow,
  openSpot,
  panel,
  test,
} from './testing/app.ts';
import { makeViolation, newPlate } from './testing/violations.ts';

const english = {
  language: 'English',
  plate: 'License plate',
  find: 'Find my violation',
  title: 'Pay by card',
  pay: /^Pay \$/,
  number: 'Card number',
  month: 'Month',
  year: 'Year',
  declined: 'The card was declined.',
  paid: 'This violation is paid',
  confirm: 'Confirm payment',
  waits: 'Your bank wants you',
};
const spanish: typeof english = {
  language: 'Español',
  plate: 'Placa',
  find: 'Buscar mi infracción',
  title: 'Pagar con tarjeta',
  pay: /^Pagar \$/,
  number: 'Número de tarjeta',
  month: 'Mes',
  year: 'Año',
  declined: 'La tarjeta fue rechazada.',
  paid: 'Esta infracción está pagada',
  confirm: 'Confirmar el pago',
  waits: 'Su banco pide',
};

/** A driver finds their violation, by the number and plate of the notice. */
async function find(page: Page, words: typeof english) {
  const plate = newPlate();
  const code = await makeViolation('Sonoran', plate);
  await page.goto(`${address}/appeal?code=${code}`);
  await page.getByText(words.language, { exact: true }).click();
  await page.getByLabel(words.plate).fill(plate);
  await page.getByRole('button', { name: words.find }).click();
  return { plate, code };
}

async function enterCard(page: Page, words: typeof english, number: string) {
  await page.getByLabel(words.number).fill(number);
  await page.getByLabel(words.month).fill('04');
  await page.getByLabel(words.year, { exact: true }).fill('2031');
  await page.getByLabel('CVC').fill('123');
}

const look = async (page: Page) => {
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);
  await expectNoOverflow(page);
};

for (const words of [english, spanish]) {
  const { language } = words;
  test.describe(`paying a violation in ${language}`, { tag: '@phone' }, () => {
    // A declined card: the browser logs the response.
    test.use({ tolerate: /status of (400|409)/ });

    test(`a driver pays by card after a declined one, and staff read that it is paid, in ${language}`, async ({
      page,
    }) => {
      const { code } = await find(page, words);
      const pay = panel(page, words.title).getByRole('button', { name: words.pay });
      await look(page);
      await pay.click();
      await enterCard(page, words, '4000000000000002');
      await pay.click();
      await expect(page.getByRole('alert')).toContainText(words.declined);
      await look(page);
      await enterCard(page, words, '4242424242424242');
      // Two taps are one payment.
      await pay.dblclick();
      await expect(page.getByRole('status').filter({ hasText: words.paid })).toBeVisible();
      await expect(panel(page, words.title)).toHaveCount(0);
      await look(page);
      await page.reload();
      await expect(page.getByRole('status').filter({ hasText: words.paid })).toBeVisible();
      await openSpot(page, 'admin', 'Sonoran', 'violations');
      await page.getByLabel('Violation number or plate').fill(code);
      await page.getByRole('button', { name: 'Lookup' }).click();
      await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
    });

    test(`a payment that the bank wants confirmed waits through a reload, in ${language}`, async ({
      page,
    }) => {
      await find(page, words);
      const pay = panel(page, words.title).getByRole('button', { name: words.pay });
      await pay.click();
      await enterCard(page, words, '4000002760003184');
      await pay.click();
      await expect(page.getByRole('status').filter({ hasText: words.waits })).toBeVisible();
      await page.reload();
      await look(page);
      await page.getByRole('button', { name: words.confirm }).click();
      await expect(page.getByRole('status').filter({ hasText: words.paid })).toBeVisible();
    });
  });
}
