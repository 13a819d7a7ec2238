import { addDays, addMonths, startOfMonth } from '@lotkeeper/contract/kernel/calendar';
import { formatDate, formatDateLong } from '@lotkeeper/contract/kernel/format';
import type { Page } from '@playwright/test';
import {
  choose,
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  openSpot,
  test,
} from './testing/app.ts';
import { findToday, findWeekday } from './testing/clock.ts';

test('an Employee subscribes to events in a calendar, renews the link and removes it', async ({
  page,
}) => {
  await openSpot(page, 'employee', 'Lagoon', 'events');
  const dialog = page.getByRole('dialog', { name: 'Subscribe in your calendar' });
  const create = async (button: string) => {
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await dialog.getByRole('button', { name: button }).click();
    const url = await dialog.getByText(/\.ics$/).textContent();
    return new URL(url ?? '').pathname;
  };
  const read = async (path: string) => (await page.request.get(path)).status();

  const first = await create('Create link');
  await expectAccessible(page);
  expect(await read(first)).toBe(200);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const second = await create('Renew link');
  expect(await read(first)).toBe(404);
  expect(await read(second)).toBe(200);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(dialog.getByText('You have a link, created just now.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove link' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect(await read(second)).toBe(404);
});

test('an Employee adds an event, changes it and deletes it', async ({ page }) => {
  const name = 'Night market';
  // At least three Thursdays of the month come after it.
  const wednesday = findWeekday(startOfMonth(addMonths(findToday(), 4)), 3);
  await openSpot(page, 'employee', 'Lagoon', `events?view=month&date=${wednesday}`);
  await expect(page.getByText('one time, monthly, weekly, daily')).toBeVisible();
  await expect(page.getByText(formatDate(wednesday).replace(/ \d+,/, ''))).toBeVisible();

  await page.getByRole('button', { name: '+ Add Event' }).click();
  await expect(page.getByLabel('Lot closed')).toBeChecked();
  await expect(page.getByLabel('Disable enforcement')).toBeChecked();
  await expect(page.getByLabel('Spaces available')).toBeDisabled();
  await page.getByLabel('Disable enforcement').uncheck();
  await expect(page.getByLabel('Lot closed')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(page.getByText('Fill in the name and the spaces available to save.')).toBeVisible();
  await page.getByLabel('Spaces available').fill('35');
  await choose(page, 'Start time', '6 PM', true);
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Name').press('Enter');
  await expect(page.getByText('This is required')).toBeVisible();
  await expect(page.getByText('End time cannot be before start time.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Name').fill(name);
  await choose(page, 'End time', 'Midnight, end of day', true);
  await choose(page, 'Interval', 'Weekly', true);
  await choose(page, 'Weekday', 'Thursday', true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Added event: ${name}`)).toBeVisible();

  const events = page.getByRole('button', { name });
  await expect(events.first()).toContainText('35 spaces');

  await events.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This event repeats.')).toBeVisible();
  await page.getByLabel('Lot closed').check();
  await page.getByRole('button', { name: 'Save and close the lot' }).click();
  await expect(
    page.getByText(`Updated event: ${name}. The lot is closed every Thursday, 6 PM to midnight`),
  ).toBeVisible();
  await expect(events.first()).toContainText('Lot closed');

  await events.first().click();
  await page.getByRole('button', { name: 'Delete event' }).click();
  await expect(page.getByText('No validation codes are for this event.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete event' }).click();
  await expect(page.getByText(`Deleted event: ${name}`)).toBeVisible();
  await expect(events).toHaveCount(0);
});

test.describe('two people at once', () => {
  test.use({ tolerate: /status of 409/ });

  test('of two who have an event open, the second reads what the first changed, and both changes stay', async ({
    browser,
    page,
  }) => {
    const where = 'events?view=week&date=2027-06-16';
    const open = async (on: Page, name: string) => {
      await on.getByRole('button', { name }).first().click();
      await expect(on.getByRole('dialog', { name: 'Edit Event' })).toBeVisible();
    };
    await openSpot(page, 'employee', 'Lagoon', where);
    await page.getByRole('button', { name: '+ Add Event' }).click();
    await page.getByLabel('Name').fill('Concert');
    await page.getByLabel('Disable enforcement').uncheck();
    await page.getByLabel('Spaces available').fill('35');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Added event: Concert')).toBeVisible();
    const other = await (await browser.newContext()).newPage();
    await openSpot(other, 'admin', 'Lagoon', where);
    await open(page, 'Concert');
    await open(other, 'Concert');
    await other.getByLabel('Spaces available').fill('20');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Updated event: Concert')).toBeVisible();

    await page.getByLabel('Name').fill('Concert at night');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByText(/changed this while you had it open: Spaces from 35 to 20\.$/),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save my changes anyway' }).click();
    await expect(page.getByText('Updated event: Concert at night')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Concert at night' }).first()).toContainText(
      '20 spaces',
    );
    await open(page, 'Concert at night');
    await page.getByRole('button', { name: 'Delete event' }).click();
    await page.getByRole('button', { name: 'Delete event' }).click();
    await expect(page.getByText('Deleted event: Concert at night')).toBeVisible();
  });
});

test('the URL keeps the view and the day, a day begins at 5 AM, and a click opens an event', async ({
  page,
}) => {
  const { path } = await openSpot(page, 'admin', 'The Historic Union Depot', 'events');
  await page.getByText('Month', { exact: true }).click();
  await expect(page).toHaveURL(/view=month/);
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d\d-01/);
  const title = await page.getByRole('heading', { level: 2 }).first().textContent();
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: title ?? '' })).toBeVisible();
  await page.getByRole('button', { name: 'Farmers Market' }).first().click();
  await expect(page.getByLabel('Name')).toHaveValue('Farmers Market');
  await page.getByRole('button', { name: 'Delete event' }).click();
  await expect(page.getByText('Validation code MARKET will lose validity')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await test.step('a day of the Event Calendar begins at 5 AM in the property’s time zone', async () => {
    await page.goto(`${path}/events?view=day&date=2027-03-13`);
    const hours = page.getByText(/^\d+\s?(AM|PM)$/);
    await expect(hours.first()).toHaveText(/^5\s?AM$/);
    await expect(hours.last()).toHaveText(/^4\s?AM$/);
  });
  await test.step('a property without prices has no calendar and says so', async () => {
    await openSpot(page, 'admin', 'Desert Willow', 'events');
    await expect(page.getByText('This property has no prices')).toBeVisible();
  });
});

for (const where of ['desk', '@phone']) {
  test(`a new event that closes the lot says so in sight ${where}`, async ({ page }) => {
    await openSpot(page, 'employee', 'Lagoon', 'events');
    await page.getByRole('button', { name: '+ Add Event' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Event' });
    const submit = dialog.getByRole('button', { name: 'Add and close the lot' });
    await expect(submit).toBeInViewport({ ratio: 1 });
    const footer = (await dialog.getByText('Fill in the name to save.').boundingBox())?.y ?? 0;
    for (const label of ['Lot closed', 'Disable enforcement']) {
      const box = await dialog.getByLabel(label).boundingBox();
      expect(box && box.y > 0 && box.y + box.height < footer).toBe(true);
    }
    await dialog.getByLabel('Lot closed').uncheck();
    await expect(submit).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  });
}

test('an Admin gives an event a price, reads in words what it changes, and an Employee sees it', async ({
  browser,
  page,
}) => {
  const saturday = findWeekday(addDays(findToday(), 300), 6);
  const calendar = `events?view=week&date=${saturday}`;
  await openSpot(page, 'admin', 'Lagoon', calendar);
  const add = page.getByRole('button', { name: '+ Add Event' });
  const dialog = page.getByRole('dialog', { name: 'Add Event' });
  await add.click();
  await dialog.getByLabel('Name').fill('Football');
  await expect(dialog.getByLabel('Price', { exact: true })).toBeDisabled();
  await dialog.getByLabel('Lot closed').uncheck();
  await dialog.getByLabel('Spaces available').fill('40');
  await dialog.getByLabel('Price', { exact: true }).fill('40');
  await choose(page, 'Start time', '5 PM', true);
  await choose(page, 'End time', '11 PM', true);
  const words = `Saturday, ${formatDate(saturday)}, 5 PM to 11 PM: $40 flat instead of`;
  await expect(dialog.getByText(words)).toBeVisible();
  await choose(page, 'Price is', 'By the hour', true);
  await expect(dialog.getByText('5 PM to 11 PM: $40 an hour')).toBeVisible();
  await choose(page, 'Price is', 'Flat for the stay', true);
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Added event: Football')).toBeVisible();
  const game = page.getByRole('button', { name: /Football/ });
  await expect(game).toContainText('40 spaces, not enforced, $40 flat');

  await add.click();
  await dialog.getByLabel('Name').fill('Market');
  await dialog.getByLabel('Lot closed').uncheck();
  await choose(page, 'Interval', 'Weekly', true);
  await choose(page, 'End time', '6 PM', true);
  await expect(
    dialog.getByText(
      `On ${formatDate(saturday)}, Football has priority over this event: $40 flat counts, not the usual price.`,
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const other = await (await browser.newContext()).newPage();
  await openSpot(other, 'employee', 'Lagoon', calendar);
  await other.getByRole('button', { name: /Football/ }).click();
  const edit = other.getByRole('dialog', { name: 'Edit Event' });
  await expect(edit.getByText(words)).toBeVisible();
  await expect(edit.getByLabel('Price', { exact: true })).toHaveCount(0);
  await game.click();
  const own = page.getByRole('dialog', { name: 'Edit Event' });
  await own.getByRole('button', { name: 'Delete event' }).click();
  await page.getByRole('button', { name: 'Delete event' }).click();
  await expect(page.getByText('Deleted event: Football')).toBeVisible();
});

test('an empty hour of the calendar opens a new event at that hour, by click and by keyboard', async ({
  page,
}) => {
  await openSpot(page, 'employee', 'Lagoon', 'events?view=week&date=2027-05-12');
  const hours = page.getByRole('region', { name: /^Events, / });
  await expect(hours).toBeVisible();
  const cursor = page.getByRole('button', { name: /^Add on / });
  await cursor.focus();
  await expect(cursor).toContainText('May 12, 2027, 9 AM');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(cursor).toContainText('May 12, 2027, 11 AM');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Event' });
  await expect(dialog.getByRole('combobox', { name: 'Start time' })).toHaveValue('11 AM');
  await expect(dialog.getByRole('combobox', { name: 'End time' })).toHaveValue('12 PM');
  await expect(dialog.getByText('May 12, 2027')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const lane = hours.locator('[data-date="2027-05-12"]').last();
  const box = (await lane.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // 24 hours from 5 AM: the middle of the sixth is 10:30.
  await page.mouse.click(box.x + box.width / 2, box.y + (box.height / 24) * 5.5);
  await expect(dialog.getByRole('combobox', { name: 'Start time' })).toHaveValue('10 AM');
  await choose(page, 'End time', '9 AM', true);
  await expect(dialog.getByText('Events end at midnight.')).toBeVisible();
});

test('a closing of a whole day is one entry of its day, and the form warns of what it overrides and of a second one', async ({
  page,
}) => {
  const saturday = findWeekday(addDays(findToday(), 200), 6);
  const calendar = `events?view=week&date=${addDays(saturday, -3)}`;
  await openSpot(page, 'employee', 'Lagoon', calendar);
  const add = page.getByRole('button', { name: '+ Add Event' });
  const dialog = page.getByRole('dialog', { name: 'Add Event' });
  const close = dialog.getByRole('button', { name: 'Add and close the lot' });
  await add.click();
  await dialog.getByLabel('Name').fill('Saturday fair');
  await dialog.getByLabel('Lot closed').uncheck();
  await dialog.getByLabel('Spaces available').fill('5');
  await choose(page, 'Interval', 'Weekly', true);
  await choose(page, 'Weekday', 'Saturday', true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Added event: Saturday fair')).toBeVisible();

  const name = 'Resurfacing';
  const closeSaturday = async () => {
    await add.click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Start date').click();
    await page.getByRole('button', { name: formatDateLong(saturday), exact: true }).click();
    await dialog.getByLabel('All day').check();
    await expect(dialog.getByRole('combobox', { name: 'Start time' })).toHaveCount(0);
  };
  await closeSaturday();
  await expect(
    dialog.getByText(`Closing the lot on ${formatDate(saturday)} overrides Saturday fair.`),
  ).toBeVisible();
  await expectAccessible(page);
  await close.click();
  await expect(
    page.getByText(
      `Added event: ${name}. The lot is closed Saturday, ${formatDate(saturday)}, all day.`,
    ),
  ).toBeVisible();
  // The fair says that it’s outranked by the closing.
  const closing = page.getByRole('button', { name: `${name} Lot closed` });
  await expect(closing).toHaveCount(1);
  await expect(closing).toContainText('All day');
  await expectAccessible(page);

  await closeSaturday();
  await expect(dialog.getByText(`${name} already exists with this time`)).toBeVisible();
  await expect(close).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await closing.click();
  const edit = page.getByRole('dialog', { name: 'Edit Event' });
  await expect(edit.getByLabel('All day')).toBeChecked();
  await expect(edit.getByText('already exists')).toHaveCount(0);
  await edit.getByLabel('All day').uncheck();
  await expect(edit.getByRole('combobox', { name: 'Start time' })).toHaveValue('9 AM');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Updated event: ${name}`)).toBeVisible();
  await expect(closing).toHaveCount(1);
  await expect(closing).not.toContainText('All day');
});
