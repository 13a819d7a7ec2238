/** The script that shows notifications, and the Trusted Types policy under which pages may start it. */
export const pushWorker = { path: '/push-worker.js', policy: 'push-worker' } as const;
