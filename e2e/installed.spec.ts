import { expect, signIn, test } from './support/test.ts'

// What makes the product installable: the manifest, the worker that opens it without a network, and push messages.

test.use({ serviceWorkers: 'allow' })

test('the app can be installed, opens without a network and keeps nothing of a person', async ({
  page,
  context,
  request,
}) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[]
    start_url: string
  }
  expect(manifest.start_url).toBe('/dashboard/inbox')
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')

  await signIn(page, 'agent@demo.test')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  // The second visit is the worker's.
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  // The last part of the page to come; from now on everything it needs is kept.
  await expect(page.getByRole('button', { name: /^Texts used/ })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )
    return all.flat()
  })
  expect(kept.length).toBeGreaterThan(3)
  expect(kept.filter((path) => !path.startsWith('/assets/') && path !== '/dashboard')).toEqual([])

  await context.setOffline(true)
  await page.goto('/dashboard/inbox', { waitUntil: 'commit' }).catch(() => {})
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await context.setOffline(false)
})

test('a push message is shown by the system, unless somebody looks at the app, and leads where it belongs', async ({
  page,
  context,
}) => {
  await signIn(page, 'agent@demo.test')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  const session = await context.newCDPSession(page)
  await session.send('ServiceWorker.enable')
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
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
  // The browser of these tests has no place to show notices in: what the worker asks of the system is written down.
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const asked: unknown[] = []
    Object.assign(self, { asked })
    const show = (title: string, { body, tag, data }: NotificationOptions): Promise<void> => {
      asked.push({ title, body, tag, data: data as unknown })
      return Promise.resolve()
    }
    Object.assign((self as unknown as { registration: object }).registration, { showNotification: show })
  })
  const shown = () => worker?.evaluate(() => (self as unknown as { asked: unknown[] }).asked)
  const told = {
    title: 'Bob Worker',
    message: 'The line is down',
    link: '/dashboard/team',
    tag: 'x',
    organizationId: '',
  }
  // Whoever looks at the app is not told twice.
  await push({ ...told, tag: 'seen' })
  await page.goto('/dev/phones')
  await expect(page.getByRole('article').first()).toBeVisible()
  await push(told)
  const notice = { title: 'Bob Worker', body: 'The line is down', tag: 'x' }
  const data = { link: '/dashboard/team', organizationId: '' }
  await expect.poll(shown).toEqual([{ ...notice, data }])

  // A press on a notice hands its place to the app that is open, also while that is still loading.
  for (const link of ['/dashboard/team', '/dashboard/groups']) {
    await page.goto('/dashboard/contacts', { waitUntil: 'commit' })
    if (link === data.link) await expect(page.getByRole('button', { name: /^Texts used/ })).toBeVisible()
    await worker?.evaluate((pressed) => (self as unknown as { open(pressed: object): Promise<void> }).open(pressed), {
      link,
      organizationId: '',
    })
    await expect(page).toHaveURL(new RegExp(`${link}$`))
  }
})
