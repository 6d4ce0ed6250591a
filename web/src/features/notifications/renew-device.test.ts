import { beforeEach, expect, test, vi } from 'vitest'

const reached = { endpoint: 'https://push.test/a', keys: { p256dh: 'p', auth: 'a' } }

/** A page whose browser is registered as `known`, where `devices` get push messages of this organization. */
async function page(deviceId: string | undefined, devices: string[]) {
  vi.resetModules()
  vi.doMock('./push.ts', () => ({ thisDevice: () => deviceId, reachedNow: () => Promise.resolve(reached) }))
  vi.doMock('./api.ts', () => ({
    fetchPrefs: () => ({ data: { devices: devices.map((id) => ({ id })) } }),
    addDeviceEndpoint: { initiate: (body: unknown) => ({ added: body }) },
  }))
  const { renewDevice } = await import('./renew-device.ts')
  const addedDevices: unknown[] = []
  const renew = () =>
    renewDevice(((thunk: { added?: unknown }) => {
      if (thunk.added) addedDevices.push(thunk.added)
      return Promise.resolve(thunk)
    }) as never)
  return { addedDevices, renew }
}

beforeEach(() => vi.restoreAllMocks())

test('confirms the push registration of a browser once per page', async () => {
  const { addedDevices, renew } = await page('one', ['other', 'one'])
  await renew()
  await renew()
  expect(addedDevices).toEqual([reached])
})

test('does not add a browser that the server does not list here', async () => {
  for (const [deviceId, devices] of [
    [undefined, ['other']],
    ['one', ['other']],
  ] as const) {
    const { addedDevices, renew } = await page(deviceId, [...devices])
    await renew()
    expect(addedDevices).toEqual([])
  }
})
