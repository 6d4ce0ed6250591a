import { beforeEach, expect, test, vi } from 'vitest'

const reached = { endpoint: 'https://push.test/a', keys: { p256dh: 'p', auth: 'a' } }

/** A page whose browser the server knows as `known`, where `devices` get push messages of this organization. */
async function page(known: string | undefined, devices: string[]) {
  vi.resetModules()
  vi.doMock('./push.ts', () => ({ thisDevice: () => known, reachedNow: () => Promise.resolve(reached) }))
  vi.doMock('./api.ts', () => ({
    askForPrefs: () => ({ data: { devices: devices.map((id) => ({ id })) } }),
    addDeviceEndpoint: { initiate: (body: unknown) => ({ added: body }) },
  }))
  const { renewDevice } = await import('./renew-device.ts')
  const asked: unknown[] = []
  const renew = () =>
    renewDevice(((thunk: { added?: unknown }) => {
      if (thunk.added) asked.push(thunk.added)
      return Promise.resolve(thunk)
    }) as never)
  return { asked, renew }
}

beforeEach(() => vi.restoreAllMocks())

test('a browser that gets push messages says so once for each page', async () => {
  const { asked, renew } = await page('one', ['other', 'one'])
  await renew()
  await renew()
  expect(asked).toEqual([reached])
})

test('a browser the server does not know here is not added by itself', async () => {
  for (const [known, devices] of [
    [undefined, ['other']],
    ['one', ['other']],
  ] as const) {
    const { asked, renew } = await page(known, [...devices])
    await renew()
    expect(asked).toEqual([])
  }
})
