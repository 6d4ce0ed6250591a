// The service worker: caches what was loaded so that the app opens without a network, and shows push messages. It
// caches only the program itself, never a response of the API, so that no personal data stays here.
const kept = 'crewline-program'
const mostKept = 300

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Files under /assets have a content hash in their name, so a cached file never expires. */
async function asset(request) {
  const cache = await caches.open(kept)
  const known = await cache.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) {
    await cache.put(request, answer.clone())
    const all = await cache.keys()
    for (const old of all.slice(0, Math.max(0, all.length - mostKept))) await cache.delete(old)
  }
  return answer
}

/**
 * Loads a page from the network; without one, opens the last cached version, which itself reports what it cannot load.
 */
async function page(request, name) {
  const cache = await caches.open(kept)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(name, answer.clone())
    return answer
  } catch (error) {
    const known = await cache.match(name)
    if (known) return known
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && (url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/')))
    event.respondWith(page(request, '/dashboard'))
})

self.addEventListener('push', (event) => {
  let told
  try {
    told = event.data.json()
  } catch {
    return
  }
  event.waitUntil(show(told))
})

async function show({ title, message, link, tag, organizationId }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // A focused app window shows the message already.
  if (windows.some((one) => one.focused && new URL(one.url).pathname.startsWith('/dashboard'))) return
  await self.registration.showNotification(String(title), {
    body: String(message),
    tag: String(tag),
    renotify: true,
    icon: '/icons/192.png',
    badge: '/icons/badge.png',
    data: { link: String(link), organizationId: String(organizationId) },
  })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

/** A page that does not respond within this time, in ms, is still loading or signed out. */
const takenWithinMs = 1500

async function open({ link, organizationId }) {
  // Opens only pages of the app itself.
  const path = link.startsWith('/dashboard') ? link : '/dashboard/inbox'
  const whole = organizationId
    ? `${path}${path.includes('?') ? '&' : '?'}organization=${encodeURIComponent(organizationId)}`
    : path
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const one = windows.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!one) return self.clients.openWindow(whole)
  // A browser that does not bring the window to the front still opens the right page.
  await one.focus().catch(() => {})
  if (!(await isTaken(one, { kind: 'open', path, organizationId })))
    await one.navigate(whole).catch(() => self.clients.openWindow(whole))
}

/** Requests that an open page navigates itself, which keeps its unsaved input; resolves to whether it does. */
function isTaken(page, asked) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), takenWithinMs)
    page.postMessage(asked, [port2])
  })
}
