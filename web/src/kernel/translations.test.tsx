import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followTranslations } from './translations.ts';

const own = Object.getOwnPropertyDescriptors(Node.prototype);
beforeAll(followTranslations);
afterAll(() => void Object.defineProperties(Node.prototype, own));

/** Replaces every text with two font elements, as Chrome does, and takes the text itself out of the page. */
function replaceTexts(root: Node): void {
  for (const text of listTexts(root)) {
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstChild?.appendChild(new Text(`[${text.data}]`));
    text.parentNode?.insertBefore(font, text);
    text.parentNode?.removeChild(text);
  }
}

/** Like `replaceTexts`, in one step. */
function exchangeTexts(root: Node): void {
  for (const text of listTexts(root)) {
    const font = document.createElement('font');
    font.textContent = `[${text.data}]`;
    text.replaceWith(font);
  }
}

/** Moves every text into a font element, as extensions do. */
function wrapTexts(root: Node): void {
  for (const text of listTexts(root)) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text);
  }
}

function listTexts(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

const ways = { replaceTexts, exchangeTexts, wrapTexts };
const changes: [string, ReactNode, ReactNode, string][] = [
  ['a figure among words', <>Cars: {1} now</>, <>Cars: {2} now</>, 'Cars: 2 now'],
  ['a figure alone', 1, 2, '2'],
  ['a text that goes', <>One {'two'}</>, <>One {null}</>, 'One '],
  ['a text that comes first', <>{null}one</>, <>{'Two '}one</>, 'Two one'],
  [
    'an element before a text',
    <>
      {null}
      one
    </>,
    <>
      <b>Two </b>
      one
    </>,
    'Two one',
  ],
  [
    'a text that becomes an element',
    <>
      {'One '}two {3}
    </>,
    <>
      <b>One </b>two {4}
    </>,
    'One two 4',
  ],
  [
    'a list that is filtered',
    <>
      <i key="a">a</i>b<i key="c">c</i>d
    </>,
    <>
      {null}b{null}d
    </>,
    'bd',
  ],
  [
    'a list in another order',
    ['a', 'b', 'c'].map((name) => [name]),
    ['c', 'a'].map((name) => [name]),
    'ca',
  ],
];

test.each(
  Object.entries(ways).flatMap(([way, translate]) =>
    changes.map(([change, before, after, shown]) => ({
      way,
      translate,
      change,
      before,
      after,
      shown,
    })),
  ),
)('after $way, a page shows $change', async ({ translate, before, after, shown }) => {
  const frame = (content: ReactNode) => <p data-testid="frame">{content}</p>;
  const { rerender } = render(frame(before));
  translate(screen.getByTestId('frame'));
  await act(async () => undefined);
  rerender(frame(after));
  await act(async () => undefined);
  expect(screen.getByTestId('frame').textContent?.replace(/[[\]]/g, '')).toBe(shown);
});
