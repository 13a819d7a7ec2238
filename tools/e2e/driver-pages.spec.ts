import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import config from '../../playwright.config.ts';
import {
  address,
  callAs,
  choose,
  expect,
  expectAccessible,
  expectAccessibleInTheDark,
  expectNoOverflow,
  newestMessage,
  panel,
  spotNamed,
  test,
} from './testing/app.ts';
import { holdScripts } from './testing/hold-scripts.ts';
import { makeViolation, newPlate } from './testing/violations.ts';

// A browser of their own: one that had pages in two languages mixed them up, in these tests and the next ones.
const { launchOptions } = config.use ?? {};
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--lang=es'] },
});

const operator = 'Operado por Cactus';

/** The page is marked as Spanish, and nothing in it runs over. */
async function expectSpanish(page: Page) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expectAccessible(page);
  await expectAccessibleInTheDark(page);
  await expectNoOverflow(page);
}

/** Starts a driver's valet session; returns the path of their page, and what parks their car. */
async function startSession() {
  const { spot } = await spotNamed('valet', 'Copper Square');
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  const phone = `480${6_900_000 + (drawn % 99_000)}`;
  const sessions = '/api/valet/valet-sessions/';
  const body = { spot: spot.pk, phone, request: randomUUID() };
  const { uuid } = await callAs<{ uuid: string }>('valet', sessions, body);
  const text = await newestMessage(`+1${phone}`);
  const park = async () => {
    const code = /\b[A-Z0-9]{6}\b/.exec(text)?.[0];
    await callAs('valet', `${sessions}code/${code}/`);
    const car = { plate: newPlate(), state: 'AZ', country: 'US' };
    await callAs('valet', `${sessions}${uuid}/check_in/`, car, 'PUT');
  };
  return { path: /\/car\/\S+/.exec(text)?.[0] ?? '', park };
}

test.describe('drivers’ pages in Spanish', { tag: '@phone' }, () => {
  // A wrong plate, a declined card and a wrong PIN: the browser logs the responses.
  test.use({ locale: 'es-MX', tolerate: /status of (400|403|404)/ });

  test('before its code and styles are there, a driver’s page says in Spanish what is loading', async ({
    page,
  }) => {
    await page.route(/\/assets\//, () => undefined);
    await page.goto(`${address}/appeal`, { waitUntil: 'commit' });
    await expect(page.getByText('Apelar una infracción: Cargando…')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page).toHaveTitle('Apelar una infracción · Lotkeeper');
  });

  test('what a driver types before the code of an appeal is there stays, with the press of the button', async ({
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto(`${address}/appeal?code=NOSUCH1`, { waitUntil: 'commit' });
    const plate = page.getByLabel('Placa');
    await plate.fill('ABC123');
    await plate.press('Enter');
    await expect(page.locator('form[aria-busy="true"]')).toBeVisible();
    release();
    await expect(page.getByRole('alert')).toContainText('No encontramos ninguna infracción');
    await expect(plate).toHaveValue('ABC123');
    await expect(plate).toBeFocused();
    await expect(page.getByLabel('Número de la infracción')).toHaveValue('NOSUCH1');
  });

  test('a driver asks for their car before the code of the page is there, and it is asked for once', async ({
    page,
  }) => {
    const { path, park } = await startSession();
    await park();
    const release = await holdScripts(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(new URL(request.url()).pathname);
    });
    await page.goto(`${address}${path}`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Copper Square' })).toBeVisible();
    const bring = page.getByRole('button', { name: 'Traer mi vehículo' });
    await bring.click();
    await expect(page.getByText('Pidiendo su vehículo…')).toBeVisible();
    expect(asked).toEqual([]);
    release();
    await expect(page.getByText('Lo sabemos. Alguien irá por él.')).toBeVisible();
    await expect(bring).toBeHidden();
    expect(asked).toEqual([`/api/valet/requests/${path.split('/').at(-1)}/`]);
    await page.reload();
    await expect(page.getByText('Lo sabemos. Alguien irá por él.')).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test('a driver with a Spanish browser appeals a violation in Spanish, and switches to English for good', async ({
    page,
  }) => {
    const plate = newPlate();
    const code = await makeViolation('Sonoran', plate);
    await page.goto(`${address}/appeal?code=${code}`);
    await expect(page).toHaveTitle('Apelar una infracción · Lotkeeper');
    const find = page.getByRole('button', { name: 'Buscar mi infracción' });
    await find.click();
    await expect(page.getByText('Escriba la placa.')).toBeVisible();
    await page.getByLabel('Placa').fill('WRONG1');
    await find.click();
    await expect(page.getByRole('alert')).toContainText('No encontramos ninguna infracción');
    await expectSpanish(page);
    await page.getByLabel('Placa').fill(plate);
    await find.click();
    const violation = panel(page, `Infracción ${code}`);
    await expect(violation).toContainText('Pendiente');
    await expect(violation).toContainText(operator);
    await expect(violation).toContainText('Sin pago desde');
    await expect(violation).toContainText(
      /\d (ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic) 20/,
    );
    await expect(panel(page, 'Pagar con tarjeta').getByRole('button')).toHaveText(/^Pagar \$/);
    const send = page.getByRole('button', { name: 'Enviar apelación' });
    await send.click();
    await expect(page.getByText('Elija un motivo.')).toBeVisible();
    await expect(page.getByText('Escriba un correo electrónico o un número')).toBeVisible();
    await expectSpanish(page);
    await page.getByLabel('Pagué el estacionamiento').check();
    const text = page.getByRole('textbox', { name: 'Qué pasó' });
    await text.fill('x'.repeat(4000));
    await expect(page.getByText('Como máximo 2000 caracteres.')).toBeVisible();
    await text.fill('Pagué en la máquina.');
    await page.getByLabel('Correo electrónico').fill(`${plate.toLowerCase()}@example.com`);
    await send.click();
    const own = panel(page, 'Su apelación');
    await expect(own.getByRole('status')).toContainText('Responderemos a más tardar el');
    await expect(panel(page, 'Pagar con tarjeta')).toContainText('la apelación termina');
    await expectSpanish(page);
    await page.getByText('English').click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(panel(page, 'Your appeal').getByRole('status')).toContainText('We’ll answer by');
    await expect(panel(page, `Violation ${code}`)).toContainText('Operated by Cactus');
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Appeal a Violation' })).toBeVisible();
  });

  test('a driver with a Spanish browser sees their car and adds a card in Spanish', async ({
    page,
  }) => {
    const { path } = await startSession();
    await page.goto(`${address}${path}`);
    await expect(page.getByRole('status').getByText('Aún no registrado')).toBeVisible();
    await expect(page.getByText(operator)).toBeVisible();
    await page.getByRole('button', { name: 'Agregar una tarjeta' }).click();
    const save = page.getByRole('button', { name: 'Guardar tarjeta' });
    await save.click();
    await expect(page.getByText('Escriba un número de tarjeta válido')).toBeVisible();
    await expectSpanish(page);
    await page.getByLabel('Número de tarjeta').fill('4242424242424242');
    await page.getByLabel('Mes').fill('04');
    await page.getByLabel('Año', { exact: true }).fill('2031');
    await page.getByLabel('CVC').fill('123');
    await save.click();
    await expect(page.getByText('Visa terminada en 4242')).toBeVisible();
    await expectSpanish(page);
    await page.goto(`${address}/car/gone-gone-gone-gone-gone`);
    await expect(page.getByText('Este enlace ha vencido.')).toBeVisible();
  });

  test('guests of a kiosk with a Spanish browser read and are answered in Spanish', async ({
    page,
  }) => {
    const { path, spot } = await spotNamed('admin', 'Sonoran');
    const order = { spot: spot.pk, mode: 'calendar', minutes: 120, pin: '4711' };
    const { ticket } = await callAs<{ ticket: string }>('admin', '/api/kiosks/', order);
    await page.goto(`${path}/validation?calendar=true#${ticket}`);
    await expect(page.getByText(operator)).toBeVisible();
    const ask = page.getByRole('button', { name: 'Pedir validación' });
    await ask.click();
    await expect(page.getByText('Este dato es obligatorio')).toBeVisible();
    await expectSpanish(page);
    const plate = newPlate();
    await page.getByLabel('Placa').fill(plate);
    await choose(page, 'Estado', 'Sonora');
    await ask.click();
    await expect(page.getByText(`${plate} SO está en la lista.`)).toBeVisible();
    await page.getByRole('button', { name: `Validar ${plate}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Válido hasta el final del').waitFor();
    await dialog.getByLabel('PIN del personal').fill('1111');
    await dialog.getByRole('button', { name: 'Validar' }).click();
    await expect(dialog.getByText('Este PIN es incorrecto.')).toBeVisible();
    await expectSpanish(page);
    await dialog.getByLabel('PIN del personal').fill('4711');
    await dialog.getByRole('button', { name: 'Validar' }).click();
    await expect(page.getByText(`Se validó la placa ${plate} hasta el`)).toBeVisible();
    await expectSpanish(page);
  });
});
