// The service worker: keeps what was loaded so that the app opens without a network, and shows push messages. It keeps
// only the program itself, never an answer of the API: nothing of a person stays behind here.
const kept = 'crewline-program'
const mostKept = 300

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** Files under /assets carry their content in their name: what is kept is right for ever. */
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

/** A page comes from the network; without one, the page kept last opens, and what it cannot load it says itself. */
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
  // Whoever looks at the app has seen it come in.
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

/** A page that does not take over within this time, in ms, is one that is still loading, or has no log-in any more. */
const takenWithinMs = 1500

async function open({ link, organizationId }) {
  // Only places of the app itself are opened.
  const path = link.startsWith('/dashboard') ? link : '/dashboard/inbox'
  const whole = organizationId
    ? `${path}${path.includes('?') ? '&' : '?'}organization=${encodeURIComponent(organizationId)}`
    : path
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const one = windows.find(({ url }) => new URL(url).pathname.startsWith('/dashboard'))
  if (!one) return self.clients.openWindow(whole)
  // A browser that does not bring it to the front still shows the right place.
  await one.focus().catch(() => {})
  if (!(await isTaken(one, { kind: 'open', path, organizationId })))
    await one.navigate(whole).catch(() => self.clients.openWindow(whole))
}

/** Asks an open page to go somewhere itself, which keeps what is written in it; answers whether it does. */
function isTaken(page, asked) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), takenWithinMs)
    page.postMessage(asked, [port2])
  })
}
