import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { queryOnce } from '../kernel/data/sql/query-once.ts';
import { atEnd } from './at-end.ts';
import { urlOf } from './database-url.ts';

const onServer = (statement: string) => queryOnce(inject('server'), statement);

const replaceRole = (url: string, role: string, password: string) =>
  url.replace(/:\/\/[^@]*@/, `://${role}:${password}@`);

export interface OwnedDatabase {
  url: string;
  name: string;
  /** Drops the database and creates an empty one in its place. */
  empty(): Promise<void>;
}

/** An empty database whose owner isn’t a superuser, as docs/deploy.md requires. */
export async function ownedDatabase(): Promise<OwnedDatabase> {
  const name = `lotkeeper_test_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const drop = () => onServer(`drop database if exists ${name} with (force)`);
  const create = () => onServer(`create database ${name} owner ${name}`);
  await onServer(`create role ${name} login createrole password '${password}'`);
  await onServer(`grant lotkeeper_app to ${name} with admin option`);
  await create();
  atEnd(async () => {
    await drop();
    await onServer(`drop role ${name}`);
  });
  return {
    url: replaceRole(urlOf(inject('server'), name), name, password),
    name,
    empty: async () => {
      await drop();
      await create();
    },
  };
}
