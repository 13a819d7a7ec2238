import { valetMessages } from '@lotkeeper/contract/operations/valet';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { PhoneStep } from './phone-step.tsx';

function submit(phone: string) {
  const onPhone = vi.fn();
  renderUi(
    <PhoneStep
      text=""
      phone={phone}
      submitLabel="Text the code"
      pending={false}
      failure={null}
      onPhone={onPhone}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Text the code' }));
  return onPhone;
}

test.each([
  ['6025550178', '+1', '6025550178'],
  ['602 555 0178', '+1', '6025550178'],
  ['(602) 555-0178', '+1', '6025550178'],
  ['602.555.0178', '+1', '6025550178'],
  ['+1 602 555 0178', '+1', '6025550178'],
  ['+44 7911 123456', '+4', '47911123456'],
])('the phone number %s is sent as %s and %s', (text, phone_country_code, phone) => {
  expect(submit(text)).toHaveBeenCalledExactlyOnceWith({ phone, phone_country_code });
});

test.each(['', 'abc', '12', '555-0178'])('“%s” isn’t a phone number', (text) => {
  expect(submit(text)).not.toHaveBeenCalled();
  expect(screen.getByText(valetMessages.invalidPhone)).toBeVisible();
});
