import { createGroup } from '@crewline/contract/groups'
import { readBroadcast } from '@crewline/contract/broadcasts'
import { approveBroadcast } from '@crewline/contract/launch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draft, hire, launch } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)

test('an approval does not send to more people than the author confirmed, who may see only some groups', async () => {
  const crew = await hire(t, 16)
  const contacts = crew.slice(0, 2).map(({ id }) => id)
  const { group } = (await ann().call(createGroup, { body: { name: 'Night crew', contacts } })).body
  const author = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Aud', lastname: 'Thor', role: 'author' })
  await limitTo(t.process.kernel, author, [group.id])
  // To the author, everyone is the night crew; to who approves it, the whole organization.
  const everyone = await draft(t, [], { audience: { everyone: true } }, author)
  expect((await launch(t, everyone, author)).body.broadcast.state).toBe('pending_approval')
  const decide = (id: string, approved: boolean) => ann().call(approveBroadcast, { params: { id }, body: { approved } })
  const refused = await decide(everyone.id, true)
  expect(refused).toMatchObject({ http: 409, body: { code: 'broadcast_count_changed' } })
  expect(refused.body.message).toMatch(/^\d+ people would get this now, and its author confirmed 2\. Return it/)
  const { broadcast } = (await ann().call(readBroadcast, { params: { id: everyone.id } })).body
  expect(broadcast.state).toBe('pending_approval')
  expect((await decide(everyone.id, false)).body.broadcast.state).toBe('draft')

  const byGroup = await draft(t, [], { audience: { groupIds: [group.id] } }, author)
  await launch(t, byGroup, author)
  expect((await decide(byGroup.id, true)).body.broadcast.state).toBe('sending')
})
