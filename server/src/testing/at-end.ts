import { afterAll } from 'vitest';

const works: (() => unknown)[] = [];

// Registered where the test file imports this: a hook that is made inside another hook or a test never runs.
afterAll(async () => {
  const failures: unknown[] = [];
  for (const work of works.splice(0).reverse()) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
});

/** Has something cleared away when the test file is through, the latest first; to be called from anywhere. */
export const atEnd = (work: () => unknown) => void works.push(work);
