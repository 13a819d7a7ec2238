import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { clearAway } from '../../server/src/testing/at-end.ts';
import { eventually } from '../../server/src/testing/eventually.ts';
import { dataFolder, start } from '../../server/src/testing/processes.ts';
import { openMailServer } from '../../server/src/testing/smtp-server.ts';
import {
  choose,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  lineOf,
  test,
} from './testing/app.ts';

test.use({ tolerate: /status of 40[09]/ });
test.afterAll(clearAway);

/** Starts Lotkeeper on an empty database; returns the set-up link that it prints. */
async function startEmpty(): Promise<string> {
  const { child, out, error } = start('main.ts', {
    DATA_DIR: dataFolder(),
    DEMO: '0',
    LOG_LEVEL: 'warn',
  });
  const findLink = () => {
    if (child.exitCode !== null) throw new Error(`The server ended:\n${out()}${error()}`);
    return /http\S+\/setup\/\S+/.exec(out())?.[0];
  };
  await eventually(findLink, 60_000, 50);
  return findLink() ?? '';
}

test('from an empty installation to the first rental by clicks and one line', async ({ page }) => {
  const link = await startEmpty();
  await test.step('the printed link creates the first account', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set up Lotkeeper' })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    const create = page.getByRole('button', { name: 'Create account' });
    await expect(create).toBeDisabled();
    await expect(page.getByText('Fill in your first name')).toBeVisible();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Email').fill('ada@lots');
    await page.getByLabel('Phone').fill('(813) 555-0147');
    await page.getByLabel('Company').fill('Main Street Parking');
    await create.click();
    await expect(page.getByText('Please enter a valid email')).toBeVisible();
    await page.getByLabel('Email').fill('ada@lots.example');
    await create.click();
  });
  await test.step('what is missing is a list with a next step', async () => {
    const panel = page.getByRole('region', { name: 'Set up: 0 of 7 done' });
    await expect(panel).toContainText('Next: Add a property.');
    await panel.getByRole('link', { name: 'All steps' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up');
    await expectAccessible(page);
  });
  await test.step('a property with a price is added', async () => {
    await page.getByRole('link', { name: 'Add property' }).click();
    await page.getByLabel('Name').fill('Main Street Lot');
    await page.getByLabel('Address').fill('1 Main Street');
    await page.getByLabel('City').fill('Tampa');
    await choose(page, 'State', 'Florida');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await expect(zone).toHaveValue('America/New York, Eastern Time');
    await expect(page.getByText('Parts of FL are in another one: check it.')).toBeVisible();
    await page.getByLabel('City').fill('Pensacola');
    await expect(zone).toHaveValue('America/Chicago, Central Time');
    for (const words of ['Tampa', 'EST', 'Eastern']) {
      await zone.fill(words);
      await expect(page.getByRole('option').first()).toHaveText('America/New York, Eastern Time');
    }
    await page.getByRole('option').first().click();
    await page.getByLabel('City').fill('Tampa');
    await choose(page, 'Classification', 'Surface Lot');
    await page.getByLabel(/^Spaces(?! for)/).fill('40');
    await page.getByLabel('Hourly price').fill('5');
    await page.getByRole('button', { name: 'Add property' }).click();
    await expect(page.getByRole('region', { name: 'Set up: 2 of 7 done' })).toContainText(
      'Next: Invite your people.',
    );
  });
  await test.step('an invitation that nothing sends has a link, and an email server is set by a form', async () => {
    await page.getByRole('link', { name: 'All steps' }).click();
    const step = page.getByRole('listitem').filter({ hasText: 'Send emails and text messages' });
    await expect(step).toContainText('SMTP_URL and MAIL_FROM into the file .env');
    await step.getByRole('button', { name: 'Set the email server' }).click();
    const dialog = page.getByRole('dialog', { name: 'Email server' });
    await dialog.getByLabel(/^Server/).fill('127.0.0.1');
    await dialog.getByLabel('Port').fill('9');
    await dialog.getByLabel('Sender’s address').fill('no-reply@lots.example');
    await expectAccessibleAtBothWidths(page);
    const save = dialog.getByRole('button', { name: 'Send a test and save' });
    await save.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Nothing was saved. Nothing answers at 127.0.0.1, port 9.',
    );
    const server = await openMailServer();
    await dialog.getByLabel('Port').fill(String(server.port));
    await save.click();
    await expect(step).toContainText(`127.0.0.1, port ${server.port}, from Lotkeeper <no-reply`);
    await expect(step.getByRole('status')).toContainText('took a test message to ada@lots.example');
    await expectAccessibleAtBothWidths(page);

    await page.getByRole('link', { name: 'Team' }).last().click();
    const invite = async (first: string) => {
      await page.getByRole('button', { name: 'Add Team Member' }).click();
      await page.getByLabel('First name').fill(first);
      await page.getByLabel('Last name').fill('Byron');
      await page.getByLabel('Email').fill(`${first}@lots.example`.toLowerCase());
      await page.getByRole('radio', { name: 'Valet' }).check();
      await page.getByRole('button', { name: 'Send invitation' }).click();
    };
    await invite('Anne');
    await expect(
      page.getByRole('status').filter({ hasText: 'Team member invited via email.' }),
    ).toBeVisible();
    expect(server.mails.at(-1)?.to).toEqual(['anne@lots.example']);
    await server.close();
    await invite('George');
    const reason = `Couldn’t be sent: Nothing answers at 127.0.0.1, port ${server.port}.`;
    await expect(page.getByRole('alert')).toHaveText(reason);
    await expect(lineOf(page, 'George Byron')).toContainText(reason);
    await expect(page.getByRole('button', { name: 'Send again to George Byron' })).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await page.goto(new URL('/', link).href);
  });
  await test.step('a new key shows the line of its first call, and when that arrived', async () => {
    await page.getByRole('link', { name: 'All steps' }).click();
    await page.getByRole('link', { name: 'API Keys' }).last().click();
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await expect(
      page.getByText('Fill in the name and what it may send to create the key.'),
    ).toBeVisible();
    await page.getByLabel('Name').fill('Gate');
    await page.getByLabel('Rentals').check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Key of Gate' });
    await expect(dialog).toContainText('Waiting for its first call');
    await expectAccessible(page);
    const line = await dialog.getByText(/^curl /).innerText();
    const { stdout } = await promisify(execFile)('bash', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ recorded: 1, refused: 0 });
    await expect(dialog).toContainText('Its first call arrived');
    await expect(dialog).toContainText('Main Street Lot, which is property 1');
    expect(line).toContain('"state":"FL"');
    await expect(dialog.getByText(/^Invoke-RestMethod /)).toBeVisible();
    await expectAccessibleAtBothWidths(page);
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await expect(dialog).toContainText('The test rental was taken back.');
    await dialog.getByRole('button', { name: 'Done' }).click();
  });
  await test.step('the set-up ends when an Admin says so', async () => {
    await page.goto(new URL('/', link).href);
    await page.getByRole('link', { name: 'All steps' }).click();
    await expect(
      page.getByRole('listitem').filter({ hasText: 'See the first rental' }),
    ).toContainText('See the first rental');
    await expect(page.getByRole('img', { name: 'Done' })).toHaveCount(5);
    await page.getByRole('button', { name: 'Don’t show this anymore' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Main Street Lot');
    await expect(page.getByRole('region', { name: /^Set up/ })).toHaveCount(0);
  });
  await test.step('the link has done its work', async () => {
    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText('Somebody has an account here already');
  });
});
