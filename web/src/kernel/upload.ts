/** The share of a body that was handed to the network, from 0 to 1. */
export type OnShare = (share: number) => void;

const readHeaders = (request: XMLHttpRequest) =>
  new Headers(
    request
      .getAllResponseHeaders()
      .split('\r\n')
      .flatMap((line) => {
        const at = line.indexOf(':');
        return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()] as [string, string]] : [];
      }),
  );

/** Like `fetch`, for a body whose way to the server is reported: `fetch` itself says nothing until the answer. */
export const fetchWithShare =
  (onShare: OnShare) =>
  (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onShare(loaded / Math.max(total, 1));
      request.onload = () =>
        resolve(
          new Response(request.status === 204 ? null : request.responseText, {
            status: request.status,
            headers: readHeaders(request),
          }),
        );
      request.onerror = () => reject(new TypeError('No answer'));
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit | null);
    });
