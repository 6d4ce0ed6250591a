import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../test/kit/house.ts'
import { pruneFacts } from '../kernel/facts/prune.ts'
import { rooms } from './rooms.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web,worker,sender' })
})
afterAll(() => t.close())

test('the worker schedules every room’s work by the clock, once for all processes', async () => {
  await t.another('worker')
  const names = [pruneFacts, ...rooms.flatMap((room) => room.crons ?? [])].map((cron) => cron.name).sort()
  const client = await t.process.kernel.database.listener()
  await client.query('set role none')
  const found = await client.query<{ name: string }>('select name from pgboss.schedule order by name')
  await client.end()
  expect(found.rows.map((row) => row.name)).toEqual(names)
})

test('message partitions stand three months ahead, and old facts go while young ones stay', async () => {
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests look at partitions and facts')
  const now = kernel.world.now()
  for (let month = 0; month <= 3; month++) {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1))
    const name = `message_${day.toISOString().slice(0, 7).replace('-', '')}`
    const { rows } = await sql<{ found: string | null }>`select to_regclass(${name}) as found`.execute(system)
    expect(rows[0]?.found).toBe(name)
  }
  const write = (at: Date) =>
    sql`insert into fact (org_id, name, payload, at) values (${t.acme.id}, 'test.happened', '{}', ${at})`.execute(
      system,
    )
  await write(new Date(now.getTime() - 8 * 86_400_000))
  await write(now)
  await pruneFacts.run(kernel)
  const left = await sql<{ at: Date }>`select at from fact where name = 'test.happened'`.execute(system)
  expect(left.rows).toEqual([{ at: now }])
})

test('health tells the truth, and the reference names every call', async () => {
  const ask = async (path: string) => {
    const answer = await fetch(t.process.address + path)
    return { http: answer.status, text: await answer.text() }
  }
  expect((await ask('/healthz')).http).toBe(200)
  expect((await ask('/readyz')).http).toBe(200)
  expect((await ask('/metrics')).text).toContain('crewline_process_cpu_seconds_total')
  const document = JSON.parse((await ask('/api/openapi.json')).text) as { paths: Record<string, object> }
  const served = rooms.flatMap((room) => room.routes ?? [])
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length).toBe(served.length)
  const page = (await ask('/api/docs')).text
  for (const { endpoint } of served) expect(page).toContain(`/api${endpoint.path}`)
})
