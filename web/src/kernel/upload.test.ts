import { addAppealImage } from '@lotkeeper/contract/cars/appeals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { upload } from './upload.ts';

/** A request whose answer the test gives. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  status = 0;
  responseText = '';
  sent: unknown;
  readonly headers: Record<string, string> = {};
  readonly upload = new EventTarget();
  constructor() {
    super();
    FakeRequest.last = this;
  }
  open = vi.fn();
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getAllResponseHeaders = () => 'content-type: application/json\r\nretry-after: 60\r\n';
  send(body: unknown) {
    this.sent = body;
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => void vi.unstubAllGlobals());

const body = new Blob(['image'], { type: 'image/jpeg' });
const shares: number[] = [];
const start = () =>
  upload(addAppealImage, { params: { token: 't' }, body }, (share) => shares.push(share));

test('an upload reports how much of its body is on its way, and returns the answer', async () => {
  const answer = start();
  const { last } = FakeRequest;
  expect(last.open).toHaveBeenCalledWith('POST', '/api/appeals/notices/t/images/');
  expect(last.headers['content-type']).toBe('image/jpeg');
  expect(last.sent).toBe(body);
  last.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 2, total: 5 }));
  last.answer(200, { token: 'next' });
  expect(await answer).toEqual({ token: 'next' });
  expect(shares).toEqual([0.4]);
});

test('a refused upload says why, and a lost one that it could not be sent', async () => {
  const refused = start();
  FakeRequest.last.answer(429, { detail: 'Too many images.', code: 'too_many' });
  await expect(refused).rejects.toMatchObject({
    message: 'Too many images.',
    status: 429,
    retryAfter: 60,
  });
  const lost = start();
  FakeRequest.last.dispatchEvent(new Event('error'));
  await expect(lost).rejects.toMatchObject({ code: 'offline', message: addAppealImage.failure });
});
