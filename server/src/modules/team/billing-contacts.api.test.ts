import { billingContacts, team } from '@crewline/contract/team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('a member of a past-due organization learns who can pay', async () => {
  const late = await makeOrg(t.process.kernel, 'Late', 8, { status: 'past_due' })
  const vic = t.as(late.vic)
  expect((await vic.call(team, {})).body.code).toBe('past_due')
  const { http, body } = await vic.call(billingContacts)
  expect(http).toBe(200)
  expect(body.contacts).toEqual([
    { userId: late.ann.id, firstname: 'Ann', lastname: 'Late', email: late.ann.email, role: 'owner' },
  ])
})
