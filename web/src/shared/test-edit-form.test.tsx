import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LocalDate } from '@lotkeeper/contract/kernel/calendar';
import { updateRate } from '@lotkeeper/contract/operations/rates';
import { expect, test } from 'vitest';
import { pickChanged } from '../kernel/changes.ts';
import { useSend } from '../kernel/queries.ts';
import { Choices } from '../ui/form/choices.tsx';
import { DateField } from '../ui/form/date-field.tsx';
import { Form } from '../ui/form/form.tsx';
import { OneChoice } from '../ui/form/one-choice.tsx';
import { SearchSelect } from '../ui/form/search-select.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { expectEachFieldIsSent } from './test-edit-form.tsx';

const before = {
  name: 'Night',
  price: '500',
  unit: 'hour',
  interval: 'weekly',
  tags: ['a'],
  start_date: '2026-06-01' as LocalDate,
};
const toOptions = (...values: string[]) => values.map((value) => ({ value, label: value }));

/** A form that forgets fields when it sends what was changed. */
function EditRate({ forgotten }: { forgotten: (keyof typeof before)[] }) {
  const update = useSend(updateRate);
  const form = useForm({
    initial: before,
    validate: () => ({}),
    send: update,
    onSubmit: (values) => {
      const changed = pickChanged(values, before);
      for (const name of forgotten) delete changed[name];
      update.mutate({ params: { id: 1 }, body: { ...changed, shown: before } as never });
    },
  });
  const { values, set, text } = form;
  return (
    <Form form={form} submit="Save">
      <TextInput label="Name" {...text('name')} />
      <TextInput label="Price" inputMode="numeric" {...text('price')} />
      <SearchSelect
        label="Unit"
        options={toOptions('hour', 'day')}
        value={values.unit}
        onChoose={(unit) => set({ unit })}
      />
      <OneChoice
        label="Interval"
        options={toOptions('weekly', 'monthly')}
        chosen={values.interval}
        onChange={(interval) => set({ interval })}
      />
      <Choices
        label="Tags"
        options={toOptions('a', 'b')}
        chosen={values.tags}
        onChange={(tags) => set({ tags })}
      />
      <DateField
        label="From"
        value={values.start_date}
        today={before.start_date}
        onChange={(start_date) => set({ start_date })}
      />
    </Form>
  );
}

test('every kind of field is found, and sent when it alone was changed', async () => {
  expect(await expectEachFieldIsSent({ show: () => <EditRate forgotten={[]} /> })).toEqual({
    Name: ['name'],
    Price: ['price'],
    Unit: ['unit'],
    'Interval: monthly': ['interval'],
    a: ['tags'],
    b: ['tags'],
    From: ['start_date'],
  });
});

test('a form that forgets a field fails, unless the field is an exception', async () => {
  const show = () => <EditRate forgotten={['unit', 'start_date']} />;
  await expect(expectEachFieldIsSent({ show })).rejects.toThrow('fields that aren’t sent');
  const exceptions = { Unit: 'The rate keeps it.', From: 'The rate keeps it.' };
  await expectEachFieldIsSent({ show, exceptions });
  await expect(
    expectEachFieldIsSent({ show: () => <EditRate forgotten={[]} />, exceptions }),
  ).rejects.toThrow('fields that aren’t sent');
});

test('a form without fields fails', async () => {
  const show = () => (
    <form>
      <button type="submit">Save</button>
    </form>
  );
  await expect(expectEachFieldIsSent({ show })).rejects.toThrow('fields that can be changed');
});

test('each folder with a form that changes a record has such a test', () => {
  const root = join(import.meta.dirname, '../features');
  const findFolders = (words: string) =>
    globSync('**/*.tsx', { cwd: root })
      .filter((file) => readFileSync(join(root, file), 'utf8').includes(words))
      .map(dirname);
  const tested = new Set(findFolders('await expectEachFieldIsSent('));
  const editing = findFolders('pickShown(');
  expect(editing.length).toBeGreaterThan(15);
  expect(editing.filter((folder) => !tested.has(folder))).toEqual([]);
});
