import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';

type Field = HTMLInputElement | HTMLSelectElement;

export const findButton = () =>
  document.querySelector('form button[type=submit]') ?? expect.fail('There is no form.');

/** What a person can change: not the point of a chart, nor files. */
export const listFields = () =>
  [
    ...(findButton().closest('form') ?? document).querySelectorAll<Field>(
      'input:not([type=hidden], [type=range], [type=file]), textarea, select',
    ),
  ].filter((field) => !field.matches(':disabled, [readonly]'));

export function nameField(field: Field): string {
  const own = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '';
  const group = field.type === 'radio' && field.closest('fieldset')?.querySelector('legend');
  return [group && group.textContent, own]
    .filter((text) => typeof text === 'string')
    .map((text) => text.replace(/\*$/, '').trimEnd())
    .join(': ');
}

const isMany = (field: Field) => field.matches('input[aria-haspopup=listbox]');
export function isBlank(field: Field): boolean {
  if (field.type === 'radio') return !field.closest('fieldset')?.querySelector(':checked');
  return field.value === '' && !(isMany(field) && field.parentElement?.querySelector('button'));
}

/** Chooses one more of many, or one less if all are chosen. */
function changeMany(field: Field): void {
  fireEvent.click(field);
  const option = document.querySelector(`[aria-labelledby="${field.id}-label"] [role=option]`);
  if (option) fireEvent.click(option);
  else fireEvent.keyDown(field, { key: 'Backspace' });
  fireEvent.blur(field);
}

/** Another text or number: its last digit is raised, or a letter added. */
function toOtherText(field: Field): string {
  const { value, inputMode, type } = field;
  if (type === 'date' && value === '') return '2030-01-15';
  if (value === '') return inputMode && inputMode !== 'text' ? '5' : 'x';
  return /\d$/.test(value)
    ? `${value.slice(0, -1)}${(Number(value.slice(-1)) % 9) + 1}`
    : `${value}x`;
}

export function changeField(
  field: Field,
  values: Record<string, readonly [string, string]> = {},
): void {
  if (field.matches('[type=checkbox], [type=radio]')) return void fireEvent.click(field);
  if (isMany(field)) return changeMany(field);
  const choices = field instanceof HTMLSelectElement ? [...field.options].slice(1) : [];
  const next = choices[choices.findIndex(({ selected }) => selected) + 1] ?? choices[0];
  const given = values[nameField(field)]?.find((value) => value !== field.value);
  const value = given ?? next?.value ?? toOtherText(field);
  fireEvent.change(field, { target: { value } });
}
