// Shows notifications and opens what they are about. Browsers run it as a service worker, also while no page is open.
// It keeps no files and answers no requests, so pages never come from it.
const { origin, searchParams } = new URL(self.location.href);

const readNotification = (data) => {
  try {
    return data?.json().notification ?? {};
  } catch {
    return {};
  }
};

const isText = (value) => typeof value === 'string' && value !== '';

// A browser ends the notifications of a worker that was woken and showed nothing, so something is always shown.
self.addEventListener('push', (event) => {
  const texts = Object.entries(readNotification(event.data)).filter(([, value]) => isText(value));
  const {
    title = 'Lotkeeper',
    body = 'Open Lotkeeper to see what is new.',
    navigate = origin,
    tag,
  } = Object.fromEntries(texts);
  const icon = searchParams.get('icon') ?? undefined;
  event.waitUntil(self.registration.showNotification(title, { body, icon, tag, data: navigate }));
});

// A valet stand may be open with filters, and names its property only if another one was chosen.
const isOpen = (url, wanted) => {
  const { href, pathname, searchParams } = new URL(url);
  const spot = wanted.searchParams.get('spot');
  const isSameStand = pathname.startsWith('/valet/') && pathname === wanted.pathname;
  return href === wanted.href || (isSameStand && (searchParams.get('spot') ?? spot) === spot);
};

// A window's URL is the one that it was opened with, so each page is asked where it is now. One that sleeps is silent.
const findWindow = (windows, wanted) =>
  new Promise((resolve) => {
    setTimeout(resolve, 500);
    for (const window of windows) {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', ({ data }) => isOpen(data, wanted) && resolve(window));
      port1.start();
      window.postMessage('where', [port2]);
    }
  });

const openPage = async (link) => {
  const wanted = new URL(link.startsWith(`${origin}/`) ? link : origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.length > 0 ? await findWindow(windows, wanted) : undefined;
  return open?.focus() ?? self.clients.openWindow(wanted.href);
};

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});

// A newer worker takes over at once: there is no page that the old one serves.
self.addEventListener('install', () => self.skipWaiting());
