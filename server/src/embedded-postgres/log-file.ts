import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';

const maxLogBytes = 10 * 1024 * 1024;

export type LogFile = {
  path: string;
  fd: number;
  /** What was written since the last mark. */
  read(): string;
  mark(): void;
  /** Truncates the file once it exceeds its limit; the server keeps appending to it. */
  keepSmall(): void;
  close(): void;
};

/** Opens PostgreSQL's log for appending; a file longer than half its limit is first renamed to `.1`. */
export function openLog(path: string): LogFile {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes / 2) {
    renameSync(path, `${path}.1`);
  }
  const fd = openSync(path, 'a+', 0o600);
  let start = fstatSync(fd).size;
  return {
    path,
    fd,
    read() {
      const buffer = Buffer.alloc(Math.min(maxLogBytes, Math.max(0, fstatSync(fd).size - start)));
      return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, start));
    },
    mark() {
      start = fstatSync(fd).size;
    },
    keepSmall() {
      if (fstatSync(fd).size > maxLogBytes) ftruncateSync(fd);
    },
    close: () => closeSync(fd),
  };
}
