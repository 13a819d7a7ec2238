const works: (() => unknown)[] = [];

/** Has something cleared away when the test file is through, the latest first; to be called from anywhere. */
export const atEnd = (work: () => unknown) => void works.push(work);

/** Clears away what the test file made. Called once, after its last hook, by `setup.ts`. */
export async function clearAway(): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works.splice(0).reverse()) {
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
