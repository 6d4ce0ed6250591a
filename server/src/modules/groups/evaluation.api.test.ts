import { editContact } from '@crewline/contract/contacts'
import { decodeInApp } from '@crewline/contract/events'
import { createGroup, readGroups, refreshGroup } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Org } from '../../../test/kit/cast.ts'
import { killDuringStep } from '../../../test/kit/runs.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeLog } from '../../kernel/log.ts'
import { evaluateWaiting, evaluationRun } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ log: makeLog('silent') })
})
afterAll(() => t.close())
beforeEach(async () => {
  while (await evaluateWaiting(t.process.kernel, { isImmediate: true }));
})

const kernel = () => t.process.kernel
const db = (org: Org) => kernel().database.ofOrg(org.id)
const group = async (org: Org, id: string) => (await t.as(org.ann).call(readGroups, { query: { id } })).body.group
const refresh = (org: Org, id: string) => t.as(org.ann).call(refreshGroup, { params: { groupId: id } })
async function finish(): Promise<void> {
  while (await evaluateWaiting(kernel(), { isImmediate: true }));
}

let n = 0
/** Creates a smart group of the contacts at a place, and moves Bob there without an event. */
async function staleGroup(org: Org): Promise<string> {
  const place = `Dock ${n++}`
  const filter = { op: 'and' as const, children: [{ field: 'location', cmp: 'is' as const, value: place }] }
  const made = await t.as(org.ann).call(createGroup, { body: { name: place, type: 'dynamic', filter } })
  await sql`update contact set location = ${place} where id = ${org.bob.id}`.execute(db(org))
  return made.body.group.id
}

describe('the evaluation of a smart group', () => {
  test('is resumed when the process that evaluates it dies', async () => {
    const id = await staleGroup(t.acme)
    const watcher = await t.connectClient(t.acme.vic)
    await refresh(t.acme, id)
    await watcher.next('run-updated', { kind: evaluationRun.name, id })
    await killDuringStep(kernel(), evaluationRun.name)
    expect(await group(t.acme, id)).toMatchObject({ state: 'evaluating', contactCount: 0 })
    await watcher.catchUp()
    await finish()
    await watcher.next('run-updated', { kind: evaluationRun.name, id })
    expect(await group(t.acme, id)).toMatchObject({ state: 'ready', contactCount: 1 })
  })

  test('is done by one process at a time', async () => {
    const id = await staleGroup(t.acme)
    await refresh(t.acme, id)
    const other = await t.another('web')
    const job = await other.kernel.jobs.claim(evaluationRun.name)
    expect(job?.data).toEqual({ orgId: t.acme.id, runId: id, userId: null })
    expect(await evaluateWaiting(kernel())).toBe(false)
    await other.kernel.jobs.fail(evaluationRun.name, job as NonNullable<typeof job>, 'tests')
    await finish()
    expect(await group(t.acme, id)).toMatchObject({ state: 'ready', contactCount: 1 })
  })

  test('does not wait for all groups of another organization', async () => {
    const [first, second] = [t.acme, t.beta].toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Org, Org]
    for (let nth = 0; nth < 10; nth++) await refresh(first, await staleGroup(first))
    const id = await staleGroup(second)
    await refresh(second, id)
    await evaluateWaiting(kernel())
    await evaluateWaiting(kernel())
    expect(await group(second, id)).toMatchObject({ state: 'ready', contactCount: 1 })
  })

  test('happens once for several requests, and again for a request after it', async () => {
    const id = await staleGroup(t.acme)
    await Promise.all([refresh(t.acme, id), refresh(t.acme, id), refresh(t.acme, id)])
    await evaluateWaiting(kernel())
    const evaluatedAt = (await group(t.acme, id))?.lastEvaluatedAt
    await finish()
    expect((await group(t.acme, id))?.lastEvaluatedAt).toBe(evaluatedAt)
    await t.as(t.acme.ann).call(editContact, { query: { id: t.acme.bob.id }, body: { jobTitle: 'Picker' } })
    await sql`update contact set location = 'Office' where id = ${t.acme.bob.id}`.execute(db(t.acme))
    await refresh(t.acme, id)
    await finish()
    expect(await group(t.acme, id)).toMatchObject({ state: 'ready', contactCount: 0 })
  })

  test('ends with an error for the requesting member when the rules cannot be read, and blocks no other group', async () => {
    const [broken, intact] = [await staleGroup(t.acme), await staleGroup(t.acme)]
    await sql`
      update contact_group set filter = '{"op":"and","children":[{"field":"location","cmp":"nonsense"}]}'
      where id = ${broken}`.execute(db(t.acme))
    const client = await t.connectClient(t.acme.ann)
    await refresh(t.acme, broken)
    await refresh(t.acme, intact)
    await finish()
    expect(await group(t.acme, broken)).toMatchObject({ state: 'error' })
    expect(await group(t.acme, intact)).toMatchObject({ state: 'ready', contactCount: 1 })
    const toast = await client.next<string>('inapp-notification', (json) => decodeInApp(json).type === 'error')
    expect(decodeInApp(toast)).toMatchObject({ key: `group|${broken}`, cleanQueue: true })
  })
})
