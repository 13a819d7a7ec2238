const works: (() => unknown)[] = [];

/** Registers a cleanup for the end of the test file, latest first; can be called from anywhere. */
export const atEnd = (work: () => unknown) => void works.push(work);

/** Runs the test file's cleanups. Called once, after its last hook, by `setup.ts`. */
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
