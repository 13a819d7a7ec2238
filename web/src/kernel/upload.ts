/** The share of a body that was handed to the network, from 0 to 1. */
export type OnShare = (share: number) => void;

const readHeaders = (lines: string) =>
  Array.from(
    lines.matchAll(/^(.+?): (.*?)\r?$/gm),
    ([, name = '', value = '']): [string, string] => [name, value],
  );

/** Like `fetch`, for a body whose way to the server is reported: `fetch` itself says nothing until the answer. */
export const fetchWithShare =
  (onShare: OnShare) =>
  (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
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
      request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null);
    });
