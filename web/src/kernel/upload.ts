import type { AnswerOf, Endpoint, InputOf } from '@lotkeeper/contract/kernel/endpoint';
import type { Send } from './api.ts';
import { call } from './api.ts';

/** Hears which share of a body was handed to the network, from 0 to 1. */
type OnShare = (share: number) => void;

const readHeaders = (lines: string) =>
  Array.from(
    lines.matchAll(/^(.+?): (.*?)\r?$/gm),
    ([, name = '', value = '']): [string, string] => [name, value],
  );

/** Like `fetch`, for a body whose way to the server is reported: `fetch` itself says nothing until the answer. */
const fetchWithShare =
  (onShare: OnShare): Send =>
  (url, { method = 'GET', headers, body }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onShare(loaded / Math.max(total, 1)),
      );
      request.addEventListener('load', () =>
        resolve(
          new Response(request.status === 204 ? null : request.responseText, {
            status: request.status,
            headers: readHeaders(request.getAllResponseHeaders()),
          }),
        ),
      );
      request.addEventListener('error', () => reject(new TypeError('No answer')));
      request.send(body as XMLHttpRequestBodyInit | null);
    });

/** Like `call`, for a body that takes a while. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onShare: OnShare,
): Promise<AnswerOf<E>> => call(endpoint, input, undefined, fetchWithShare(onShare));
