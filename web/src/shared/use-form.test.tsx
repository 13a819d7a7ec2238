import { createCardToken } from '@lotkeeper/contract/money/processor';
import { createKiosk, kioskMessages } from '@lotkeeper/contract/operations/kiosks';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../kernel/api.ts';
import { Form as FieldsAndButtons } from '../ui/form/form.tsx';
import { OneChoice } from '../ui/form/one-choice.tsx';
import { TextInput } from '../ui/form/text-input.tsx';
import { findNumberProblems, findProblems, useForm } from '../ui/form/use-form.ts';
import { renderUi } from '../ui/test-render.tsx';

const rules = { min: 1, max: 10 };

function Form(props: { error?: ApiError; disabled?: boolean; onSubmit: (values: object) => void }) {
  const form = useForm({
    initial: { pin: '', minutes: '' },
    validate: ({ pin, minutes }) => ({
      ...findProblems(createKiosk.body, { spot: 1, mode: 'hours', pin, minutes: Number(minutes) }),
      ...findNumberProblems({ minutes: [minutes, rules] }),
    }),
    send: { error: props.error ?? null, isPending: false },
    onSubmit: props.onSubmit,
  });
  const field = (name: 'pin' | 'minutes') => {
    const { error, ...input } = form.text(name);
    return (
      <label>
        {name}
        <input {...input} aria-invalid={Boolean(error)} />
        <output>{error}</output>
      </label>
    );
  };
  return (
    <form {...form.props}>
      {field('pin')}
      {field('minutes')}
      <button type="submit" disabled={props.disabled}>
        Save
      </button>
    </form>
  );
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(label)), { target: { value } });
const leave = (label: string) => fireEvent.blur(screen.getByLabelText(new RegExp(label)));

test('a form shows no errors before a field is filled in, and all of them on submit', () => {
  const onSubmit = vi.fn();
  render(<Form onSubmit={onSubmit} />);
  leave('pin');
  expect(screen.queryByText(kioskMessages.pin)).toBeNull();
  fireEvent.click(screen.getByText('Save'));
  expect(screen.getByText(kioskMessages.pin)).toBeTruthy();
  expect(screen.getByText('This is required')).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a field shows its error when it’s left invalid or emptied', () => {
  render(<Form onSubmit={vi.fn()} />);
  type('minutes', '11');
  expect(screen.queryByText('Must be at most 10.')).toBeNull();
  leave('minutes');
  expect(screen.getByText('Must be at most 10.')).toBeTruthy();
  type('pin', '4711');
  type('pin', '');
  expect(screen.getByText(kioskMessages.pin)).toBeTruthy();
});

test('a valid form is sent with its values', () => {
  const onSubmit = vi.fn();
  render(<Form onSubmit={onSubmit} />);
  type('pin', '4711');
  type('minutes', '4');
  fireEvent.click(screen.getByText('Save'));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ pin: '4711', minutes: '4' });
});

test('submitting an invalid form moves the focus to its first invalid field', async () => {
  render(<Form onSubmit={vi.fn()} />);
  type('pin', '4711');
  fireEvent.click(screen.getByText('Save'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/minutes/)));
});

test('the server’s message about a field is shown at the field', () => {
  const refusal = { detail: 'No.', code: 'invalid_fields', fields: { pin: 'Is taken.' } } as const;
  render(<Form error={new ApiError(400, refusal)} onSubmit={vi.fn()} />);
  expect(screen.getByText('Is taken.')).toBeTruthy();
});

test('the focus moves to the first field that the server refuses, and again at the next refusal', async () => {
  const refuse = () =>
    new ApiError(400, { detail: 'No.', code: 'invalid_fields', fields: { minutes: 'Too long.' } });
  const { rerender } = render(<Form onSubmit={vi.fn()} />);
  for (const _ of [1, 2]) {
    screen.getByText('Save').focus();
    rerender(<Form error={refuse()} onSubmit={vi.fn()} />);
    await waitFor(() => expect(screen.getByLabelText(/minutes/)).toHaveFocus());
  }
});

test('a choice that is missing is a problem like any other: the first gets the focus', async () => {
  function Ask() {
    const form = useForm({
      initial: { pin: '' },
      validate: () => ({ reason: 'Choose a reason.', pin: kioskMessages.pin }),
      send: null,
      onSubmit: vi.fn(),
    });
    return (
      <form {...form.props}>
        <OneChoice
          label="Reason"
          options={[{ value: 'paid', label: 'I paid' }]}
          chosen={null}
          onChange={vi.fn()}
          error={form.errorFor('reason')}
        />
        <TextInput label="PIN" {...form.text('pin')} />
        <button type="submit">Send</button>
      </form>
    );
  }
  renderUi(<Ask />);
  fireEvent.click(screen.getByText('Send'));
  await waitFor(() => expect(screen.getByLabelText('I paid')).toHaveFocus());
});

test('the contract’s rules report each invalid field of a card', () => {
  const card = { number: '4242424242424242', exp_month: '04', exp_year: '2031', cvc: '123' };
  expect(findProblems(createCardToken.body, card)).toEqual({});
  const wrong = { number: '4242424242424241', exp_month: '13', exp_year: '31', cvc: '1' };
  expect(Object.keys(findProblems(createCardToken.body, wrong))).toEqual(Object.keys(wrong));
});

test('Enter in a field shows all errors while the button is disabled, and nothing is sent', () => {
  const onSubmit = vi.fn();
  render(<Form disabled onSubmit={onSubmit} />);
  fireEvent.keyDown(screen.getByLabelText(/pin/), { key: 'a' });
  expect(screen.queryByText(kioskMessages.pin)).toBeNull();
  fireEvent.keyDown(screen.getByLabelText(/pin/), { key: 'Enter' });
  expect(screen.getByText(kioskMessages.pin)).toBeTruthy();
  expect(screen.getByText('This is required')).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('Tab reaches a form’s disabled button, which says why, and pressed shows all errors', async () => {
  const onSubmit = vi.fn();
  function Pin() {
    const form = useForm({
      initial: { pin: '' },
      validate: ({ pin }) => ({ pin: pin ? undefined : kioskMessages.pin }),
      send: null,
      onSubmit,
    });
    return (
      <FieldsAndButtons
        form={form}
        submit="Save"
        disabled={!form.values.pin}
        reason="Fill in the PIN to save."
      >
        <TextInput label="PIN" {...form.text('pin')} />
      </FieldsAndButtons>
    );
  }
  renderUi(<Pin />);
  await userEvent.tab();
  await userEvent.tab();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveFocus();
  expect(save).toHaveAccessibleDescription('Fill in the PIN to save.');
  expect(save).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText(kioskMessages.pin)).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('PIN')).toHaveFocus());
  await userEvent.keyboard('4711{Enter}');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ pin: '4711' });
});

function ExplainedForm() {
  const form = useForm({
    initial: { name: '', minutes: '', tags: [] as string[] },
    validate: ({ name, minutes, tags }) => ({
      name: name ? undefined : 'Say who it is.',
      tags: tags.length > 0 ? undefined : 'Choose one.',
      ...findNumberProblems({ count: [minutes, rules] }),
    }),
    send: null,
    onSubmit: () => undefined,
  });
  const names = { name: 'the name', count: 'the minutes', tags: 'the tags' };
  return (
    <FieldsAndButtons form={form} submit="Save" reason={form.explain('save', names)}>
      <TextInput label="Name" {...form.text('name')} />
      <TextInput label="Minutes" {...form.text('minutes', 'count')} />
      <button type="button" onClick={() => form.set({ tags: ['a'] })}>
        Tag
      </button>
    </FieldsAndButtons>
  );
}

test('a form says what is missing, then what is wrong, and is sent when nothing is', () => {
  renderUi(<ExplainedForm />);
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toHaveAccessibleDescription('Fill in the name, the minutes, and the tags to save.');
  expect(save).toHaveAttribute('aria-disabled', 'true');
  type('Name', 'Ann');
  type('Minutes', '11');
  fireEvent.click(screen.getByText('Tag'));
  expect(save).toHaveAccessibleDescription('Correct the minutes to save.');
  type('Minutes', '9');
  expect(save).not.toHaveAttribute('aria-disabled');
  expect(save).not.toHaveAccessibleDescription();
});
