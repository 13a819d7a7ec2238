import { helpVideoTitles } from '@lotkeeper/contract/settings';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '../../ui/test-render.tsx';
import { VideoCards } from './video-cards.tsx';

test('a configured video is a link out with its length, the others say that they are not available', () => {
  const video = { url: 'https://videos.example/events', length: '4:10' };
  renderUi(<VideoCards videos={{ Events: video }} />);
  const link = screen.getByRole('link', { name: /^Events/ });
  expect(link).toHaveAttribute('href', video.url);
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(screen.getByText('4:10')).toBeVisible();
  expect(screen.getAllByText('This video is not available here.')).toHaveLength(5);
});

test('all six are named where none is configured', () => {
  renderUi(<VideoCards videos={{}} />);
  const titles = screen.getAllByRole('heading').map((one) => one.textContent);
  expect(titles).toEqual([...helpVideoTitles]);
});
