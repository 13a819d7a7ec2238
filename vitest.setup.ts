import fc from 'fast-check';

// With a seed the random tests draw the same again: a commit that passed passes again.
const seed = process.env['RANDOM_SEED'];
if (seed) fc.configureGlobal({ seed: Number(seed) });
