import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { UntextedPart } from './untexted-part.tsx';

test('a code that nothing texts is shown with the driver’s page as a QR code', async () => {
  renderUi(<UntextedPart untexted={[{ code: 'K7M2QX', link: '/car/1.2.abc' }]} />);
  expect(screen.getByRole('status')).toHaveTextContent('Nothing is set to send texts here.');
  expect(screen.getByText('K7M2QX')).toBeVisible();
  expect(
    await screen.findByRole('img', { name: 'QR code of the driver’s page, K7M2QX' }),
  ).toBeVisible();
});

test('where codes are texted, nothing is shown', () => {
  const { container } = renderUi(<UntextedPart untexted={[]} />);
  expect(container).not.toHaveTextContent('code');
});
