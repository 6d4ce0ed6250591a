import { RUN_KINDS } from '@crewline/contract/events'
import { refreshHris } from '@crewline/contract/hr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, makeUser } from '../../../test/kit/cast.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { passSyncs } from './sync.ts'

let t: TestApp
let finch: TestFinch
beforeAll(async () => {
  // No worker: each step is taken here.
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())

test('a sync that is refreshed shows how far it is, and each step reaches the open pages of those who manage it', async () => {
  const org = await makeOrg(t.process.kernel, 'Progress', 461)
  await prove(t, org.ann)
  const hr = hrOf(t, finch, org)
  const id = '00000461-c0de-4000-8000-000000000000'
  const employees = Array.from({ length: 9 }, (_, at) => employeeOf(at + 1))
  await finch.company({ id, name: 'Progress', provider: 'gusto', employees })
  await hr.connect(id)
  await hr.apply()
  await finch.change(
    id,
    employees.map((employee) => ({ kind: 'change' as const, id: employee.id, to: { department: 'Night' } })),
  )
  const agent = await makeUser(t.process.kernel, org.id, { firstname: 'Kim', lastname: 'Agent', role: 'agent' })
  const [page, others] = [await t.connectClient(org.ann), await t.connectClient(agent)]
  const { runId } = (await t.as(org.ann).call(refreshHris)).body
  const received = () => page.all('run-updated').filter((event) => (event as { id: string }).id === runId)
  const seen: string[] = []
  // Events that come close together are sent as one, so each step waits for its own.
  await t.until(async () => received().length > 0)
  for (;;) {
    const { state, progress } = await hr.latest()
    seen.push(`${state} ${progress}`)
    const before = received().length
    if (!(await passSyncs(t.process.kernel, { read: 4, compare: 4, apply: 4 }, { isImmediate: true }))) break
    await t.until(async () => received().length > before)
  }
  expect(seen).toEqual(expect.arrayContaining(['reading 0', 'reading 4', 'reading 8', 'comparing 4', 'comparing 8']))
  expect(received()[0]).toEqual({ kind: RUN_KINDS.hr, id: runId })
  expect(others.all('run-updated')).toEqual([])
})
