import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { queryClient } from '../kernel/queries.ts';
import { changeField, findButton, isBlank, listFields, nameField } from './test-fields.ts';
import type { Body, Read, Sent } from './test-page.tsx';
import { showPage } from './test-page.tsx';
import { loadPlainFields } from './test-plain-fields.tsx';

interface EditedForm {
  show: () => ReactNode;
  /** Opens the form, if it isn't there at once. */
  begin?: () => Promise<void>;
  reads?: readonly Read[];
  /** Two valid values of a field, by its name, where no other one is made of its text. */
  values?: Record<string, readonly [string, string]>;
  /** Whether what is sent waits for the server and is tried again by itself. */
  waits?: boolean;
  /** Why a field that was changed sends nothing else than the record has, by its name. */
  exceptions?: Record<string, string>;
}

const settleReads = () => waitFor(() => expect(queryClient.isFetching()).toBe(0));

/** Presses the form's button, and returns what it sent; null = nothing. */
async function press(sentCalls: readonly Sent[]): Promise<Body | null> {
  const count = sentCalls.length;
  await settleReads();
  fireEvent.click(findButton());
  // What is pressed is sent within this turn of the event loop, or not at all.
  await act(() => new Promise((done) => void setTimeout(done)));
  return sentCalls[count]?.body ?? null;
}

const listBlanks = () => listFields().filter(isBlank).map(nameField);

/** Fills empty fields that keep a form from being sent: those that it marks, or that a change brought or emptied. */
function fill(blanks: readonly string[], { values }: EditedForm): void {
  for (const field of listFields()) {
    const isMarked = field.ariaInvalid === 'true' || field.closest('fieldset[data-invalid]');
    const isMissing = isMarked || !blanks.includes(nameField(field));
    if (isMissing && isBlank(field)) changeField(field, values);
  }
}

/** Shows the form as it begins; returns what it sends from then on; nothing is answered by itself. */
async function open(
  { show, begin, reads }: EditedForm,
  write?: () => Promise<Response>,
): Promise<Sent[]> {
  cleanup();
  const sentCalls = showPage({ show, ...(reads && { reads }), ...(write && { write }) });
  await begin?.();
  await waitFor(findButton);
  await settleReads();
  return sentCalls;
}

const listDifferences = (body: Body, before: Body) =>
  Object.keys(body).filter(
    (key) => key !== 'shown' && JSON.stringify(body[key]) !== JSON.stringify(before[key]),
  );

const readValues = () => listFields().map((field) => [field.value, field.matches(':checked')]);

/** A server fails once: that's said, what was entered stays, and the same is sent by the next press. */
async function expectFailureIsSaid(form: EditedForm): Promise<void> {
  const failure = { detail: 'The disk is full.' };
  const sentCalls = await open(form, async () => Response.json(failure, { status: 500 }));
  if (!(await press(sentCalls))) fill(listBlanks(), form);
  if (sentCalls.length === 0) await press(sentCalls);
  for (const field of listFields().filter(
    (candidate) => !candidate.matches('[type=radio]:checked'),
  )) {
    if (sentCalls.length > 0) break;
    changeField(field, form.values);
    fill([], form);
    await press(sentCalls);
  }
  const values = readValues();
  const first = sentCalls[0]?.body;
  await waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBeTruthy());
  expect(readValues(), 'what was entered, after a failure').toEqual(values);
  expect(await press(sentCalls), 'what is sent again').toEqual(first);
}

/**
 * Changes each field of a form alone, and expects that what is then sent differs there from the record and from what the
 * form sends unchanged. It finds the fields on the page, so a new field is tested without a word here. Returns which
 * parts of the body each field changed.
 */
export async function expectEachFieldIsSent(form: EditedForm): Promise<Record<string, string[]>> {
  await loadPlainFields();
  const sentCalls = await open(form);
  const first = await press(sentCalls);
  if (!first) fill(listBlanks(), form);
  const names = listFields().map(nameField);
  expect(names, 'fields that can be changed').not.toEqual([]);
  const unchanged = first ?? (await press(sentCalls));
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
    changeField(field, form.values);
    const early = await press(writes);
    if (!early) fill(blanks, form);
    const body = early ?? (await press(writes)) ?? {};
    const before = { ...(body['shown'] as Body | undefined), ...unchanged };
    changes[name in changes ? `${name} ${index}` : name] = listDifferences(body, before);
  }
  const missing = Object.keys(changes).filter((name) => changes[name]?.length === 0);
  expect(missing, 'fields that aren’t sent').toEqual(Object.keys(form.exceptions ?? {}));
  if (!form.waits) await expectFailureIsSaid(form);
  return changes;
}
