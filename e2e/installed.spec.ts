import { expect, signIn, test } from './support/test.ts'

// What makes the product installable: the manifest, the service worker that opens it offline, and push messages.

test.use({ serviceWorkers: 'allow' })

test('the app can be installed, opens offline and caches no personal data', async ({ page, context, request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[]
    start_url: string
  }
  expect(manifest.start_url).toBe('/dashboard/inbox')
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')

  await signIn(page, 'agent@demo.test')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  // The service worker handles the second visit.
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  // This part loads last; from now on everything the page needs is cached.
  await expect(page.getByRole('button', { name: /^Segments used/ })).toBeVisible()
  const cachedPaths = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )
    return all.flat()
  })
  expect(cachedPaths.length).toBeGreaterThan(3)
  expect(cachedPaths.filter((path) => !path.startsWith('/assets/') && path !== '/dashboard')).toEqual([])

  await context.setOffline(true)
  await page.goto('/dashboard/inbox', { waitUntil: 'commit' }).catch(() => {})
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await context.setOffline(false)
})

test('a push message is shown by the system unless the app is in view, and opens the linked page', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent@demo.test')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.disable')
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = (data: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data: JSON.stringify(data),
    })
  // The test browser cannot show notifications, so the calls of the service worker are recorded.
  const [serviceWorker] = context.serviceWorkers()
  await serviceWorker?.evaluate(() => {
    const notifications: unknown[] = []
    const looks = { count: 0 }
    Object.assign(self, { asked: notifications, looks })
    const { clients } = self as unknown as { clients: { matchAll(options?: object): Promise<unknown[]> } }
    const matchAll = clients.matchAll.bind(clients)
    Object.assign(clients, {
      matchAll: async (options?: object) => {
        const found = await matchAll(options)
        looks.count += 1
        return found
      },
    })
    const show = (title: string, { body, tag, data }: NotificationOptions): Promise<void> => {
      notifications.push({ title, body, tag, data: data as unknown })
      return Promise.resolve()
    }
    Object.assign((self as unknown as { registration: object }).registration, { showNotification: show })
  })
  const looked = () => serviceWorker?.evaluate(() => (self as unknown as { looks: { count: number } }).looks.count)
  const listNotifications = () => serviceWorker?.evaluate(() => (self as unknown as { asked: unknown[] }).asked)
  const listPages = () =>
    serviceWorker?.evaluate(async () => {
      const { clients } = self as unknown as { clients: { matchAll(): Promise<{ url: string }[]> } }
      return (await clients.matchAll()).map(({ url }) => new URL(url).pathname)
    })
  const pushMessage = {
    title: 'Bob Worker',
    message: 'The line is down',
    link: '/dashboard/team',
    tag: 'x',
    organizationId: '',
  }
  // No notification is shown while the app is in view.
  await push({ ...pushMessage, tag: 'seen' })
  // The app must stay in view until the service worker has looked.
  await expect.poll(looked).toBe(1)
  await page.goto('/dev/phones')
  await expect(page.getByRole('article').first()).toBeVisible()
  await push(pushMessage)
  const notice = { title: 'Bob Worker', body: 'The line is down', tag: 'x' }
  const data = { link: '/dashboard/team', organizationId: '' }
  await expect.poll(listNotifications).toEqual([{ ...notice, data }])

  // Clicking a notification opens its link in the running app, also while the app is still loading.
  for (const link of ['/dashboard/team', '/dashboard/groups']) {
    await page.goto('/dashboard/contacts', { waitUntil: 'commit' })
    // A click that finds no page yet opens a window, which the browser allows after real clicks only.
    await expect.poll(listPages).toContain('/dashboard/contacts')
    if (link === data.link) await expect(page.getByRole('button', { name: /^Segments used/ })).toBeVisible()
    await serviceWorker?.evaluate(
      (pressed) => (self as unknown as { open(pressed: object): Promise<void> }).open(pressed),
      {
        link,
        organizationId: '',
      },
    )
    await expect(page).toHaveURL(new RegExp(`${link}$`))
  }
})
