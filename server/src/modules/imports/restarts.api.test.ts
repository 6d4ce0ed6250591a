import { commitImport, importRows, matchImport, readImport, undoImport, type Import } from '@crewline/contract/imports'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Org } from '../../../test/kit/cast.ts'
import { expireClaims } from '../../../test/kit/runs.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { asMatched, uploadContacts } from '../../../test/kit/people-files.ts'
import { chanceOf } from '../../../test/faults/chance.ts'
import { importRun, passImports } from './index.ts'

const SIZES = { read: 60, check: 60, run: 60, undo: 60 }
const CUTS = 20

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

/** Builds a file of 260 contacts with groups, a known contact, a duplicate, and an invalid number. */
function fileFor(org: Org): string {
  const lines = Array.from({ length: 260 }, (_, n) => {
    if (n === 50) return `K-1,Catherine,Worker,${org.cat.phone},Docks,Night`
    const phone = n === 90 ? '415-5' : n === 120 ? '+14155520119' : `+1415552${String(n).padStart(4, '0')}`
    return `E-${n},First${n},Last${n % 7},${phone},Dept ${n % 5},${n % 3 === 0 ? 'Night; Welders' : ''}`
  })
  return `Employee ID,First name,Last name,Cell,Department,Groups\n${lines.join('\n')}\n`
}

/** Reads everything an import leaves in an organization, without ids and times. */
async function undoSnapshotOf(org: Org): Promise<unknown> {
  const [contacts, members, consents, counts] = await Promise.all([
    sql`select firstname, lastname, sort_name, case when phone like '+1415552%' then phone end as phone, employee_id, department, source, archived_at is null as live
        from contact where org_id = ${org.id} order by employee_id, firstname, live`.execute(system()),
    sql`select g.name, c.employee_id, c.archived_at is null as live from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id
        join contact c on c.org_id = m.org_id and c.id = m.contact_id where m.org_id = ${org.id} order by 1, 2, 3`.execute(
      system(),
    ),
    sql`select phone, action, count(*)::int as n from consent_event where org_id = ${org.id} and phone like '+1415552%' group by 1, 2 order by 1, 2`.execute(
      system(),
    ),
    sql`select name, contact_count from contact_group where org_id = ${org.id} and type = 'static' order by 1`.execute(
      system(),
    ),
  ])
  return { people: contacts.rows, members: members.rows, consents: consents.rows, counts: counts.rows }
}

/** Processes imports; on request, cuts the connection at a given statement, as when the process dies. */
function worker() {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back, and called with the client it belongs to
  const real = pg.Client.prototype.query
  const state = { statements: 0, cutAt: new Set<number>(), cuts: 0 }
  const count = function (this: pg.Client, ...args: never[]): unknown {
    state.statements += 1
    if (state.cutAt.has(state.statements)) {
      state.cuts += 1
      ;(this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    }
    return (real as (...all: never[]) => unknown).apply(this, args)
  }
  return {
    state,
    work: async () => {
      for (let isDone = false; !isDone;) {
        const cutsBefore = state.cuts
        pg.Client.prototype.query = count as typeof real
        try {
          isDone = !(await passImports(t.process.kernel, SIZES, { isImmediate: true }))
        } catch {
          // Another process continues the import after the claim of the dead one expires.
        } finally {
          pg.Client.prototype.query = real
        }
        if (state.cuts === cutsBefore) continue
        isDone = false
        await expireClaims(t.process.kernel, importRun.name)
        // Twenty deaths are more than one step may have.
        await sql`update pgboss.job set retry_count = 0 where name = ${importRun.name} and state = 'retry'`.execute(
          system(),
        )
      }
    },
  }
}

async function runWholeImport(org: Org, work: () => Promise<void>): Promise<Import[]> {
  const { id } = (await uploadContacts(t, org.ann, fileFor(org))).body.import
  const api = t.as(org.ann)
  const now = async () => (await api.call(readImport, { params: { id } })).body.import
  await work()
  const read = await now()
  expect(read).toMatchObject({ state: 'matching', problem: null })
  const columns = asMatched(read)
  expect((await api.call(matchImport, { params: { id }, body: { columns, options: {} } })).http).toBe(200)
  await work()
  const checked = await now()
  expect((await api.call(commitImport, { params: { id }, body: { agreed: true } })).http).toBe(200)
  await work()
  return [checked, await now()]
}

const summarizeImports = (all: Import[]) =>
  all.map(({ state, counts, result, rows, progress, columns }) => ({
    state,
    counts,
    result,
    rows,
    progress,
    fits: columns.map((column) => column.fit),
  }))

test('an import interrupted at twenty random statements has the same result as an uninterrupted one', async () => {
  const calm = worker()
  const expected = await runWholeImport(t.beta, calm.work)
  expect(expected[1]?.result).toEqual({ added: 257, updated: 1, skipped: 2, unchanged: 0 })
  const seed = 20_264
  const chance = chanceOf(seed)
  const rough = worker()
  const points = Array.from({ length: CUTS }, () => chance.integer(1, calm.state.statements))
  rough.state.cutAt = new Set(points.toSorted((a, b) => a - b))
  const got = await runWholeImport(t.acme, rough.work)
  expect(rough.state.cuts, `seed ${seed}`).toBeGreaterThan(15)
  expect(summarizeImports(got)).toEqual(summarizeImports(expected))
  expect(await undoSnapshotOf(t.acme)).toEqual(await undoSnapshotOf(t.beta))

  for (const [org, { state, work }] of [
    [t.beta, worker()],
    [t.acme, worker()],
  ] as const) {
    const { body } = await t
      .as(org.ann)
      .call(importRows, { params: { id: await newest(org) }, query: { show: 'problems' } })
    expect(body.rows.map((row) => row.row)).toEqual([92, 122])
    expect((await t.as(org.ann).call(undoImport, { params: { id: await newest(org) } })).http).toBe(200)
    if (org === t.acme) state.cutAt = new Set(Array.from({ length: 10 }, () => chance.integer(1, 120)))
    await work()
    expect((await t.as(org.ann).call(readImport, { params: { id: await newest(org) } })).body.import).toMatchObject({
      state: 'undone',
      notes: ['257 archived, 1 restored.'],
    })
  }
  expect(await undoSnapshotOf(t.acme)).toEqual(await undoSnapshotOf(t.beta))
})

async function newest(org: Org): Promise<string> {
  const result = await sql<{
    id: string
  }>`select id from import where org_id = ${org.id} order by created_at desc limit 1`.execute(system())
  return result.rows[0]?.id ?? ''
}
