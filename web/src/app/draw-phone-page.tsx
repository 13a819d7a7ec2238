import type { ReactNode } from 'react';
import { Component } from 'react';
import { drawPage } from './draw-page.tsx';
import { reportPageError, startErrorReports } from './error-reports/error-reports.ts';
import { PageFailure } from './page-failure.tsx';

/** What the router does for other pages: shows and reports an error that the page threw. */
class FailureBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    reportPageError?.(error);
  }

  override render() {
    const { error } = this.state;
    return error ? <PageFailure error={error} /> : this.props.children;
  }
}

/** Draws a page that has no router; `route` is the pattern of its URL, which reports name it by. */
export function drawPhonePage(route: string, page: ReactNode): void {
  startErrorReports({
    router: null,
    routes: new Map([[location.pathname, route]]),
    findRoute: () => route,
  });
  drawPage(<FailureBoundary>{page}</FailureBoundary>);
}
