import type { AnswerOf, Endpoint } from '@lotkeeper/contract/kernel/endpoint';
import type { Profile } from '@lotkeeper/contract/people/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { queryClient } from '../kernel/queries.ts';
import { ProfileProvider } from '../kernel/session.tsx';
import { renderPage } from '../ui/test-render.tsx';
import { loadPlainFields } from './test-plain-fields.tsx';

/** The answer of a read that a form makes. */
export const answer = <E extends Endpoint>({ method, path }: E, data: AnswerOf<E>) => ({
  method,
  path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}(\\?|$)`),
  data: data as unknown,
});

interface EditedForm {
  show: () => ReactNode;
  /** Opens the form, if it isn't there at once. */
  begin?: () => Promise<void>;
  reads?: readonly ReturnType<typeof answer>[];
  /** Two valid values of a field, by its name, where no other one is made of its text. */
  values?: Record<string, readonly [string, string]>;
  /** Why a field that was changed sends nothing else than the record has, by its name. */
  exceptions?: Record<string, string>;
}

type Body = Record<string, unknown>;
type Field = HTMLInputElement | HTMLSelectElement;

/** A superuser sees every field. */
const person = { pk: 1, superuser: true, affiliations: [], sends: {} } as unknown as Profile;

const findButton = () =>
  document.querySelector('form button[type=submit]') ?? expect.fail('There is no form.');

/** What a person can change: not the point of a chart. */
const listFields = () =>
  [
    ...(findButton().closest('form') ?? document).querySelectorAll<Field>(
      'input:not([type=hidden], [type=range]), textarea, select',
    ),
  ].filter((field) => !field.matches(':disabled, [readonly]'));

function nameField(field: Field): string {
  const own = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '';
  const group = field.type === 'radio' && field.closest('fieldset')?.querySelector('legend');
  return [group && group.textContent, own]
    .filter((text) => typeof text === 'string')
    .map((text) => text.replace(/\s*\*$/, ''))
    .join(': ');
}

const isMany = (field: Field) => field.matches('input[aria-haspopup=listbox]');
function isBlank(field: Field): boolean {
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

function change(field: Field, values: EditedForm['values'] = {}): void {
  if (field.matches('[type=checkbox], [type=radio]')) return void fireEvent.click(field);
  if (isMany(field)) return changeMany(field);
  const choices = field instanceof HTMLSelectElement ? [...field.options].slice(1) : [];
  const next = choices[choices.findIndex(({ selected }) => selected) + 1] ?? choices[0];
  const given = values[nameField(field)]?.find((value) => value !== field.value);
  const value = given ?? next?.value ?? toOtherText(field);
  fireEvent.change(field, { target: { value } });
}

const settleReads = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

/** Presses the form's button, and returns what it sent; null = nothing. */
async function press(sent: readonly Body[]): Promise<Body | null> {
  const count = sent.length;
  await settleReads();
  fireEvent.click(findButton());
  // What is pressed is sent within this turn of the event loop, or not at all.
  await act(() => new Promise((done) => void setTimeout(done)));
  return sent[count] ?? null;
}

const listBlanks = () => listFields().filter(isBlank).map(nameField);

/** Fills empty fields that keep a form from being sent: those that it marks, or that a change brought or emptied. */
function fill(blanks: readonly string[], { values }: EditedForm): void {
  for (const field of listFields()) {
    const isMarked = field.ariaInvalid === 'true' || field.closest('fieldset[data-invalid]');
    const isMissing = isMarked || !blanks.includes(nameField(field));
    if (isMissing && isBlank(field)) change(field, values);
  }
}

/** Shows the form as it begins; returns the bodies that it sends from then on, none of which is answered. */
async function open({ show, begin, reads = [] }: EditedForm): Promise<Body[]> {
  cleanup();
  queryClient.clear();
  const sent: Body[] = [];
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body: string }) => {
    const read = reads.find(({ method, path }) => method === init.method && path.test(url));
    if (read) return Response.json(read.data);
    if (init.method === 'GET') expect.fail(`No answer for ${url}`);
    sent.push(JSON.parse(init.body) as Body);
    return new Promise(() => undefined);
  });
  renderPage(() => (
    <QueryClientProvider client={queryClient}>
      <ProfileProvider value={person}>{show()}</ProfileProvider>
    </QueryClientProvider>
  ));
  await begin?.();
  await waitFor(findButton);
  await settleReads();
  return sent;
}

const listDifferences = (body: Body, before: Body) =>
  Object.keys(body).filter(
    (key) => key !== 'shown' && JSON.stringify(body[key]) !== JSON.stringify(before[key]),
  );

/**
 * Changes each field of a form alone, and expects that what is then sent differs there from the record and from what the
 * form sends unchanged. It finds the fields on the page, so a new field is tested without a word here. Returns which
 * parts of the body each field changed.
 */
export async function expectEachFieldIsSent(form: EditedForm): Promise<Record<string, string[]>> {
  await loadPlainFields();
  const sent = await open(form);
  const first = await press(sent);
  if (!first) fill(listBlanks(), form);
  const names = listFields().map(nameField);
  expect(names, 'fields that can be changed').not.toEqual([]);
  const unchanged = first ?? (await press(sent));
  const changes: Record<string, string[]> = {};
  for (const [index, name] of names.entries()) {
    const writes = await open(form);
    if (!first && unchanged) {
      await press(writes);
      fill(listBlanks(), form);
    }
    const blanks = listBlanks();
    const field = listFields()[index] ?? expect.fail(`${name} is gone.`);
    if (field.matches('[type=radio]:checked')) continue;
    change(field, form.values);
    const early = await press(writes);
    if (!early) fill(blanks, form);
    const body = early ?? (await press(writes)) ?? {};
    const before = { ...(body['shown'] as Body | undefined), ...unchanged };
    changes[name in changes ? `${name} ${index}` : name] = listDifferences(body, before);
  }
  const missing = Object.keys(changes).filter((name) => changes[name]?.length === 0);
  expect(missing, 'fields that aren’t sent').toEqual(Object.keys(form.exceptions ?? {}));
  return changes;
}
