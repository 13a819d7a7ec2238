import { expect, it } from 'vitest';
import { explain } from './explain.ts';

const place = { folder: '/data/postgres', action: 'start', log: '/data/postgres.log' };

it('the explanation of a full disk names the disk', () => {
  const output = 'FATAL:  could not write lock file "postmaster.pid": No space left on device';
  expect(explain(output, place).message).toBe(
    'The disk with /data/postgres is full: free some space. Nothing was lost.',
  );
});

it('the explanation of missing permissions names the folder and the error', () => {
  const output =
    'initdb: error: could not change permissions of directory: Operation not permitted';
  expect(explain(output, place).message).toContain(
    'PostgreSQL can’t use /data/postgres (could not',
  );
});

it('the explanation of an account without a name says what to do', () => {
  const output = 'initdb: could not look up effective user ID 12345: user does not exist';
  expect(explain(output, place).message).toContain('add an account with this id');
});

it('any other explanation has the last fatal line and the path of the log', () => {
  const output =
    '1 [7] LOG:  starting\n2 [7] PANIC:  could not locate a checkpoint.\n3 LOG:  down\n';
  expect(explain(output, place).message).toBe(
    'PostgreSQL could not start in /data/postgres (could not locate a checkpoint). Nothing was deleted: fix the cause, restore the folder from a backup, or move it away to start with an empty database. The full log is in /data/postgres.log.',
  );
});
