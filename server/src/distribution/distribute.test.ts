import { describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { distribute } from './distribute.ts';
import { planTables } from './tables.ts';

const database = await testDatabase();

describe('planTables', () => {
  test('every table has a place, and those of organizations are distributed unless they are listed', async () => {
    const tables = await planTables(database.system);
    const find = (wanted: string) =>
      tables.filter(({ placement }) => placement === wanted).map(({ name }) => name);
    expect(find('distributed')).toEqual(
      expect.arrayContaining(['rentals', 'revenue_days', 'spots']),
    );
    expect(find('reference')).toEqual([
      'affiliations',
      'api_keys',
      'camera_feeds',
      'invitations',
      'kiosks',
      'push_devices',
      'organizations',
      'people',
      'operations_regions',
    ]);
    expect(find('local')).toContain('sessions');
  });

  test('a table that is neither an organization’s nor listed is refused by its name', async () => {
    await database.system.begin(async (tx) => {
      await tx`create table strangers (pk bigint)`;
      await expect(planTables(tx)).rejects.toThrow(/^The table strangers has no organization_id/);
      await tx`drop table strangers`;
    });
  });
});

describe('distribute', () => {
  test('a database without Citus is refused before anything is changed', async () => {
    const sentences: string[] = [];
    await expect(distribute(database, (sentence) => sentences.push(sentence))).rejects.toThrow(
      'This database doesn’t have the extension citus. See "Distributed PostgreSQL" in docs/deploy.md.',
    );
    expect(sentences).toEqual([]);
  });
});
