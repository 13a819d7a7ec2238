import fc from 'fast-check';

// With a seed the random tests draw the same again: a commit that passed passes again.
const seed = process.env['RANDOM_SEED'];

// Looking for the smallest input that fails can take hours, and no time limit of a test applies then.
fc.configureGlobal({ interruptAfterTimeLimit: 60_000, ...(seed && { seed: Number(seed) }) });

/** A warning of Node fails the run: a file that nobody closed, a call that is to go. */
function failOnWarning(warning: Error): void {
  throw warning;
}

// The test files of a worker share its process.
if (!process.listeners('warning').some(({ name }) => name === failOnWarning.name)) {
  process.on('warning', failOnWarning);
}
