import { RUN_KINDS } from '@crewline/contract/events'
import { connectHr, disconnectHr, refreshHris } from '@crewline/contract/hr'
import { HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import { connectHrScim, createHrScimKey } from '@crewline/contract/hr-scim'
import { connectHrFiles, createHrKey, revokeHrKey } from '@crewline/contract/hr-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, makeUser } from '../../../test/kit/cast.ts'
import { oktaUser } from '../../../test/kit/dialects.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf } from '../../../test/kit/hr.ts'
import { callScim } from '../../../test/kit/scim.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { DEFAULT_SETTINGS } from './settings-rules.ts'
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

test('settings, keys and files that change reach the open pages of those who manage the connection', async () => {
  const org = await makeOrg(t.process.kernel, 'Changes', 462)
  await prove(t, org.ann)
  const agent = await makeUser(t.process.kernel, org.id, { firstname: 'Kim', lastname: 'Agent', role: 'agent' })
  const [page, others] = [await t.connectClient(org.ann), await t.connectClient(agent)]
  const received = () => page.all('run-updated').filter((event) => (event as { id: string }).id === org.id)
  const announced = async (change: () => Promise<{ http: number }>) => {
    const before = received().length
    expect((await change()).http).toBe(200)
    await t.until(async () => received().length > before)
  }
  const ann = t.as(org.ann)
  await announced(() => ann.call(connectHrFiles, { body: { name: 'Payroll' } }))
  await announced(() => ann.call(connectHr, { body: { settings: { onLeave: 'archive' }, connect: false } }))
  let id = ''
  await announced(async () => {
    const made = await ann.call(createHrKey, { body: { name: 'Night job' } })
    id = made.body.keys[0]?.id ?? ''
    return made
  })
  await announced(() => ann.call(revokeHrKey, { params: { id } }))
  await announced(() => ann.call(disconnectHr, { query: { keepContacts: 'true' } }))
  expect(received()[0]).toEqual({ kind: RUN_KINDS.hr, id: org.id })
  expect(others.all('run-updated')).toEqual([])
})

test('people who are pushed reach the open pages of those who manage the connection', async () => {
  const org = await makeOrg(t.process.kernel, 'Pushed', 463)
  await prove(t, org.ann)
  await t.as(org.ann).call(connectHrScim, { body: { name: 'Okta' } })
  const token = (await t.as(org.ann).call(createHrScimKey, { body: { name: 'Okta production' } })).body.secret
  const page = await t.connectClient(org.ann)
  const received = () => page.all('run-updated').filter((event) => (event as { id: string }).id === org.id)
  for (const nth of [1, 2]) {
    const before = received().length
    const body = oktaUser({ nth, firstname: 'Ada' })
    expect((await callScim(t, token, { method: 'POST', path: '/Users', body, base: HR_SCIM_PATH })).http).toBe(201)
    await t.until(async () => received().length > before)
  }
})

test('open cards of contacts are told when only what is locked changes', async () => {
  const org = await makeOrg(t.process.kernel, 'Unlocked', 464)
  await prove(t, org.ann)
  const hr = hrOf(t, finch, org)
  const id = '00000464-c0de-4000-8000-000000000000'
  await finch.company({ id, name: 'Unlocked', provider: 'gusto', employees: [employeeOf(1)] })
  const page = await t.connectClient(org.ann)
  await hr.connect(id)
  await hr.apply()
  await page.catchUp()
  await hr.configure({ authority: { ...DEFAULT_SETTINGS.authority, department: 'app' } })
  expect((await hr.sync()).counts).toMatchObject({ update: 0, seen: 1 })
  await t.until(async () => page.all('contact-updated').length > 0)
})
