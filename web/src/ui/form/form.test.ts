import { expect, test } from 'vitest';
import { explainDisabled } from './form.tsx';

const name = { name: 'the name', isEmpty: true, problem: 'Please enter a name' };
const code = { name: 'the code', isEmpty: true, problem: 'Please enter a code' };
const uses = { name: 'the number of uses', problem: 'Must be 1 or more.' };

test.each([
  [[name], 'Fill in the name to add it.'],
  [[name, code, uses], 'Fill in the name and the code to add it.'],
  [[{ ...name, isEmpty: false }, uses], 'Correct the name and the number of uses to add it.'],
  [[{ ...name, isEmpty: false, problem: undefined }], ''],
])('the reason of a disabled button for %j is %j', (fields, reason) => {
  expect(explainDisabled(fields, 'add it')).toBe(reason);
});
