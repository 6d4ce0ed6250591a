import { editOrganization } from '@crewline/contract/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rememberedOrganization } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

test('forgets an organization in every process when it is changed, not only when its time is over', async () => {
  const { kernel } = await t.another('web')
  // For this process no time passes, so only the change can end what it remembers.
  const timeless: Kernel = { ...kernel, world: { ...kernel.world, monotonicMs: () => 0 } }
  const timezone = async () => (await rememberedOrganization(timeless, t.acme.id)).timezone
  const before = await timezone()
  expect(before).not.toBe('Asia/Tokyo')
  expect((await t.as(t.acme.ann).call(editOrganization, { body: { timezone: 'Asia/Tokyo' } })).http).toBe(200)
  await t.until(async () => (await timezone()) === 'Asia/Tokyo')
})
