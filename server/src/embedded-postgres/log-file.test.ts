import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from './log-file.ts';

const MB = 1024 * 1024;
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotkeeper-log-'));
  path = join(folder, 'postgres.log');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("PostgreSQL's log", () => {
  it('PostgreSQL’s log continues an earlier run’s, and returns what is new since the mark', () => {
    writeFileSync(path, 'earlier\n');
    const log = openLog(path);
    writeSync(log.fd, 'first try\n');
    log.mark();
    writeSync(log.fd, 'second try: ü\n');
    expect(log.read()).toBe('second try: ü\n');
    log.close();
    expect(statSync(path).size).toBe('earlier\nfirst try\nsecond try: u\n'.length + 1);
  });

  it('PostgreSQL’s log is set aside at a start when it is longer than 5 MB', () => {
    writeFileSync(path, Buffer.alloc(6 * MB));
    openLog(path).close();
    expect(statSync(path).size).toBe(0);
    expect(statSync(`${path}.1`).size).toBe(6 * MB);
  });

  it('PostgreSQL’s log is emptied past 10 MB while running, and continues', () => {
    const log = openLog(path);
    writeSync(log.fd, Buffer.alloc(11 * MB));
    log.keepSmall();
    writeSync(log.fd, 'after');
    log.close();
    expect(statSync(path).size).toBe(5);
    expect(existsSync(`${path}.1`)).toBe(false);
  });
});
