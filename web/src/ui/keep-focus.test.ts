import { afterEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let stop = () => {};
afterEach(() => stop());

function show(html: string): HTMLElement {
  document.body.innerHTML = html;
  stop = keepFocus();
  const focused = document.querySelector<HTMLElement>('[data-focus]');
  if (!focused) throw new Error('Nothing to focus.');
  focused.focus();
  return focused;
}
/** Mutations are reported in a microtask. */
const settle = () => new Promise((resolve) => setTimeout(resolve));
const page = `<main><section id="list"><ul><li id="row"><button data-focus>Delete</button></li></ul></section>
  <section id="other"></section></main>`;

test('the part around a removed element takes the focus', async () => {
  show(page);
  document.getElementById('row')?.remove();
  await settle();
  expect(document.activeElement?.id).toBe('list');
});

test('so does that of a disabled one, and of a part that is gone the next', async () => {
  const button = show(page);
  button.setAttribute('disabled', '');
  // As browsers do.
  button.blur();
  await settle();
  expect(document.activeElement?.id).toBe('list');
  document.getElementById('list')?.remove();
  await settle();
  expect(document.activeElement?.tagName).toBe('MAIN');
});

test('a person who has moved on keeps the focus there, and a click beside everything leaves none', async () => {
  const button = show(`${page}<input id="next">`);
  document.getElementById('next')?.focus();
  button.remove();
  await settle();
  expect(document.activeElement?.id).toBe('next');
  document.getElementById('next')?.blur();
  document.getElementById('other')?.append('new');
  await settle();
  expect(document.activeElement).toBe(document.body);
});

test('a dialog gives the focus to what is around its opener, if that is gone too', async () => {
  const opener = show(page);
  const dialog = document.createElement('div');
  dialog.innerHTML = '<div role="dialog"><button>Confirm</button></div>';
  document.body.append(dialog);
  dialog.querySelector('button')?.focus();
  opener.remove();
  dialog.remove();
  await settle();
  expect(document.activeElement?.id).toBe('list');
});

test('a menu that is gone gives the focus back to its opener', async () => {
  const opener = show(page);
  document
    .querySelector('main')
    ?.insertAdjacentHTML('beforeend', '<div role="menu"><button id="item">One</button></div>');
  document.getElementById('item')?.focus();
  document.querySelector('[role="menu"]')?.remove();
  await settle();
  expect(document.activeElement).toBe(opener);
});

test('what the page says about the action takes the focus instead of the whole page', async () => {
  show(page.replace('<main>', '<main><output tabindex="-1">Waived.</output>'));
  document.getElementById('list')?.remove();
  await settle();
  expect(document.activeElement?.textContent).toBe('Waived.');
});
