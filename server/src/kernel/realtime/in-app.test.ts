import type { InAppNotification } from '@crewline/contract/events'
import { decodeInApp } from '@crewline/contract/events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { listen } from '../../../test/kit/sockets.ts'
import { makeScope, type Scope } from '../scope.ts'
import { tellInApp } from './in-app.ts'

let t: House
let acme: Scope
beforeAll(async () => {
  t = await house({ roles: 'web' })
  const org = { id: t.acme.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
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

test('holders of a permission, or one person, hear words in every process, once, as a JSON string', async () => {
  const { address } = await t.another('web')
  const [ann, annElsewhere, gus, vic, stranger] = [
    await t.heard(t.acme.ann),
    await listen(address, t.acme.ann.token),
    await listen(address, t.acme.gus.token),
    await t.heard(t.acme.vic),
    await t.heard(t.beta.ann),
  ]
  await acme.tx(async (tx) => tellInApp(tx, { can: 'team.manage' }, joined))
  await acme.tx(async (tx) => tellInApp(tx, { userId: t.acme.gus.id }, { ...joined, id: 'n3', message: 'For you.' }))
  await acme.tx(async (tx) => tellInApp(tx, { can: 'inbox.read' }, last))
  const messages = async (ear: typeof ann) => {
    await ear.next<string>('inapp-notification', (one) => decodeInApp(one).id === 'n2')
    return ear.all('inapp-notification').map((one) => decodeInApp(one).message)
  }
  expect(await messages(ann)).toEqual(['Joe joined.', 'That was all.'])
  expect(await messages(annElsewhere)).toEqual(['Joe joined.', 'That was all.'])
  expect(await messages(gus)).toEqual(['For you.', 'That was all.'])
  expect(await messages(vic)).toEqual(['That was all.'])
  expect(stranger.all('inapp-notification')).toEqual([])
  expect(decodeInApp(ann.all('inapp-notification')[0])).toEqual(joined)
  for (const ear of [annElsewhere, gus]) ear.close()
})

test('words of a transaction that fails are never said', async () => {
  const ann = await t.heard(t.acme.ann)
  await acme
    .tx(async (tx) => {
      tellInApp(tx, { can: 'team.manage' }, joined)
      throw new Error('no')
    })
    .catch(() => {})
  await acme.tx(async (tx) => tellInApp(tx, { can: 'team.manage' }, last))
  await ann.next('inapp-notification')
  expect(ann.all('inapp-notification').map((one) => decodeInApp(one).id)).toEqual(['n2'])
})
