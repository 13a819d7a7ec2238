import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const videos = (value: string) => readConfig({ HELP_VIDEOS: value }).HELP_VIDEOS;

test('tutorials are none unless they are set', () => {
  expect(readConfig({}).HELP_VIDEOS).toBeUndefined();
  expect(videos('{"Team": {"url": "https://videos.example/team", "length": "2:05"}}')).toEqual({
    Team: { url: 'https://videos.example/team', length: '2:05' },
  });
});

test.each([
  ['not json', 'Wrong setting: HELP_VIDEOS must be JSON such as'],
  ['{"Events": {"url": "http://videos.example", "length": "1:00"}}', 'HELP_VIDEOS.Events.url must'],
  ['{"Events": {"url": "javascript:alert(1)", "length": "1:00"}}', 'HELP_VIDEOS.Events.url must'],
  ['{"Kiosk": {"url": "https://videos.example", "length": "1:00"}}', 'HELP_VIDEOS must be JSON'],
  ['["Events"]', 'HELP_VIDEOS must be JSON'],
  ['{"Events": {"url": 1, "length": "1:00"}}', 'HELP_VIDEOS.Events.url must be a text'],
  ['{"Events": {"url": "https://videos.example"}}', 'HELP_VIDEOS.Events.length'],
])('tutorials written as %s keep Lotkeeper from starting, with a sentence', (value, sentence) => {
  expect(() => videos(value)).toThrow(sentence);
});
