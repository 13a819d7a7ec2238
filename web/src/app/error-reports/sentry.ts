import { traceSampleRate } from '@lotkeeper/contract/kernel/error-reports';
import {
  browserTracingIntegration,
  captureException,
  init,
  makeFetchTransport,
  replayIntegration,
  startInactiveSpan,
  tanstackRouterBrowserTracingIntegration,
} from '@sentry/react';
import { onCall } from '../../kernel/api.ts';
import { cleanEnvelope } from './clean-envelope.ts';
import type { ReportedPage } from './error-reports.ts';

type Transport = ReturnType<typeof makeFetchTransport>;
type TransportOptions = Parameters<typeof makeFetchTransport>[0];

/** The only way out: each envelope is rebuilt from what may be sent. */
function openTransport(options: TransportOptions, page: ReportedPage): Transport {
  const transport = makeFetchTransport({
    ...options,
    fetchOptions: { referrerPolicy: 'no-referrer', credentials: 'omit' },
  });
  return {
    flush: (timeout) => transport.flush(timeout),
    async send(envelope) {
      const cleaned = cleanEnvelope(envelope, {
        route: page.findRoute(),
        routes: page.routes,
      });
      return cleaned ? transport.send(cleaned) : {};
    },
  };
}

/** Starts error reporting, traces, and session replay; returns a function that captures an error. */
export function startSentry(dsn: string, page: ReportedPage): (error: unknown) => void {
  const calls = { traceFetch: false, traceXHR: false };
  init({
    dsn,
    defaultIntegrations: false,
    integrations: [
      page.router
        ? tanstackRouterBrowserTracingIntegration(page.router, calls)
        : browserTracingIntegration({ ...calls, instrumentNavigation: false }),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        networkCaptureBodies: false,
        // A worker would need a script from a blob, which Trusted Types forbid; it would also hide what is sent.
        useCompression: false,
        beforeAddRecordingEvent: () => null,
      }),
    ],
    traceLifecycle: 'static',
    tracesSampleRate: traceSampleRate,
    tracePropagationTargets: [],
    replaysSessionSampleRate: 1,
    replaysOnErrorSampleRate: 1,
    maxBreadcrumbs: 0,
    beforeBreadcrumb: () => null,
    sendClientReports: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
    },
    transport: (options) => openTransport(options, page),
  });
  onCall(({ method, path }) => {
    const span = startInactiveSpan({
      name: `${method} ${path}`,
      op: 'http.client',
      onlyIfParent: true,
    });
    return () => span.end();
  });
  return (error) => void captureException(error);
}
