import type { InAppNotification } from '@crewline/contract/events'
import { decodeInApp } from '@crewline/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeScope, type Scope } from '../scope.ts'
import { notifyInApp } from './in-app.ts'

let t: TestApp
let acme: Scope
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const org = { id: t.acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  acme = makeScope(t.process.kernel, org, { kind: 'system', reason: 'tests' }, 'test')
})
afterAll(() => t.close())

const joined: InAppNotification = {
  id: 'n1',
  key: 'team',
  type: 'success',
  title: 'Joe Doe',
  message: 'Joe joined.',
  link: '/dashboard/team',
}
const last: InAppNotification = { id: 'n2', type: 'info', title: '', message: 'That was all.' }

test('sends a notification once, as a JSON string, to one user or to all holders of a permission in every process', async () => {
  const { address } = await t.another('web')
  const [ann, annElsewhere, gus, vic, stranger] = [
    await t.connectClient(t.acme.ann),
    await t.connectClient(t.acme.ann, address),
    await t.connectClient(t.acme.gus, address),
    await t.connectClient(t.acme.vic),
    await t.connectClient(t.beta.ann),
  ]
  await acme.tx(async (tx) => notifyInApp(tx, { can: 'team.manage' }, joined))
  await acme.tx(async (tx) => notifyInApp(tx, { userId: t.acme.gus.id }, { ...joined, id: 'n3', message: 'For you.' }))
  await acme.tx(async (tx) => notifyInApp(tx, { can: 'inbox.read' }, last))
  const messages = async (client: typeof ann) => {
    await client.next<string>('inapp-notification', (json) => decodeInApp(json).id === 'n2')
    return client.all('inapp-notification').map((json) => decodeInApp(json).message)
  }
  expect(await messages(ann)).toEqual(['Joe joined.', 'That was all.'])
  expect(await messages(annElsewhere)).toEqual(['Joe joined.', 'That was all.'])
  expect(await messages(gus)).toEqual(['For you.', 'That was all.'])
  expect(await messages(vic)).toEqual(['That was all.'])
  expect(stranger.all('inapp-notification')).toEqual([])
  expect(decodeInApp(ann.all('inapp-notification')[0])).toEqual(joined)
})

test('sends no notification of a transaction that fails', async () => {
  const ann = await t.connectClient(t.acme.ann)
  await acme
    .tx(async (tx) => {
      notifyInApp(tx, { can: 'team.manage' }, joined)
      throw new Error('no')
    })
    .catch(() => {})
  await acme.tx(async (tx) => notifyInApp(tx, { can: 'team.manage' }, last))
  await ann.next<string>('inapp-notification', (json) => decodeInApp(json).id === 'n2')
  expect(ann.all('inapp-notification').map((json) => decodeInApp(json).id)).toEqual(['n2'])
})
