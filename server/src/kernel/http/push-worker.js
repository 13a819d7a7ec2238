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

const openPage = async (link) => {
  const { href } = link.startsWith(`${origin}/`) ? new URL(link) : new URL(origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.find(({ url }) => url === href)?.focus() ?? self.clients.openWindow(href);
};

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(String(event.notification.data)));
});

// A newer worker takes over at once: there is no page that the old one serves.
self.addEventListener('install', () => self.skipWaiting());
