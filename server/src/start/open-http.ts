import { makeApp } from '../app.ts';
import { isOwnOrigin } from '../kernel/http/http.ts';
import { listen } from '../kernel/http/listen.ts';
import { makePublish, startLive } from '../kernel/http/live.ts';
import type { LiveRoute } from '../kernel/http/live-routing.ts';
import type { Installation } from './installation.ts';
import { openInstallationCallers } from './installation.ts';
import { clock, closers, logStream, reportFault, reporting } from './process-state.ts';

/** Creates the app and its live events; no connection is accepted before `serve`. */
export async function openHttp(installation: Installation, areJobsRunning: () => boolean) {
  const { config } = installation;
  const callers = await openInstallationCallers(installation);
  const publish = makePublish(callers.changes, reportFault);
  const app = await makeApp({
    ...installation,
    ...callers,
    clock,
    publish,
    areJobsRunning,
    errorReports: reporting.errors,
    logTo: logStream,
  });
  const serve = (route?: LiveRoute) => {
    const liveServer = startLive(app.server, {
      ...callers,
      isOwnOrigin: (origin, host) => isOwnOrigin(origin, host, config.PUBLIC_URL),
      mayConnect: (request) => app.loadLimits.take(request),
      reportFault,
      route,
    });
    // Sockets first, because open ones would keep the server from closing.
    app.addHook('preClose', () => liveServer.close());
    closers.push(() => app.close());
    return listen(app, config);
  };
  return { app, publish, serve };
}
