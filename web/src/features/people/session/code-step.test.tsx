import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { CodeStep } from './code-step.tsx';

test('after Resend, the digits of the old code are gone', async () => {
  const onResend = vi.fn();
  renderUi(
    <CodeStep
      state={{ phase: 'sent', sent: null, sendError: null, loginError: null }}
      delivery={{ medium: 'emailed', target: 'ana@example.com', again: false, times: [] }}
      onSubmit={() => undefined}
      onResend={onResend}
      onBack={() => undefined}
    />,
  );
  await userEvent.click(screen.getByLabelText('Digit 1 of 6'));
  await userEvent.keyboard('4829');
  expect(screen.getByLabelText('Digit 4 of 6')).toHaveValue('9');
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
  expect(onResend).toHaveBeenCalled();
  for (const digit of screen.getAllByLabelText(/^Digit/)) expect(digit).toHaveValue('');
});
