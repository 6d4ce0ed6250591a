import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/kit/test-app.ts'
import { pruneEventLog } from '../kernel/events/prune.ts'
import { pruneIdempotentCalls } from '../kernel/http/idempotency.ts'
import { WrongMasterKey } from '../kernel/secrets/master-key.ts'
import { modules } from './modules.ts'
import { startProcess } from './process.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
})
afterAll(() => t.close())

test('schedules the cron work of every module once for all processes', async () => {
  await t.another('worker')
  const names = [pruneEventLog, pruneIdempotentCalls, ...modules.flatMap((module) => module.crons ?? [])]
    .map((cron) => cron.name)
    .sort()
  const client = await t.process.kernel.database.listener()
  await client.query('set role none')
  const schedules = await client.query<{ name: string }>('select name from pgboss.schedule order by name')
  await client.end()
  expect(schedules.rows.map((row) => row.name)).toEqual(names)
})

test('creates message partitions three months ahead and deletes only old events', async () => {
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests look at partitions and events')
  const now = kernel.world.now()
  for (let month = 0; month <= 3; month++) {
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, 1))
    const name = `message_${day.toISOString().slice(0, 7).replace('-', '')}`
    const { rows } = await sql<{ found: string | null }>`select to_regclass(${name}) as found`.execute(system)
    expect(rows[0]?.found).toBe(name)
  }
  const write = (at: Date) =>
    sql`insert into event_log (org_id, name, payload, at) values (${t.acme.id}, 'test.happened', '{}', ${at})`.execute(
      system,
    )
  await write(new Date(now.getTime() - 8 * 86_400_000))
  await write(now)
  await pruneEventLog.run(kernel)
  const events = await sql<{ at: Date }>`select at from event_log where name = 'test.happened'`.execute(system)
  expect(events.rows).toEqual([{ at: now }])
})

test('reports health and lists every endpoint in the API reference', async () => {
  const request = async (path: string) => {
    const answer = await fetch(t.process.address + path)
    return { http: answer.status, text: await answer.text() }
  }
  expect((await request('/healthz')).http).toBe(200)
  await expect.poll(async () => (await request('/readyz')).http).toBe(200)
  const metrics = (await request('/metrics')).text
  expect(metrics).toContain('crewline_process_cpu_seconds_total')
  expect(metrics).toMatch(
    /crewline_system_access_total\{reason="the readiness check counts organizations of a restored database"\} \d/,
  )
  expect(metrics).toMatch(/^crewline_events_quarantined 0$/m)
  expect(metrics).toMatch(/^crewline_events_waiting_oldest_seconds\{follower="[a-z-]+"\} [\d.]+$/m)
  expect(metrics).toMatch(/^crewline_spool_files 0$/m)
  const document = JSON.parse((await request('/api/openapi.json')).text) as { paths: Record<string, object> }
  const served = modules.flatMap((module) => module.routes ?? [])
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length).toBe(served.length)
  const page = (await request('/api/docs')).text
  for (const { endpoint } of served) expect(page).toContain(`/api${endpoint.path}`)
})

test('is ready only between the end of the start and the beginning of the stop', async () => {
  const { config, world, log } = t.process.kernel
  const port = await freePort()
  const starting = startProcess({
    ...{ config: { ...config, port, roles: new Set(['web', 'worker'] as const) }, world, log, version: '0' },
    ...{ databaseUrl: config.databaseUrl as string, masterKey: Buffer.alloc(32, 7).toString('base64') },
  })
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.status,
      () => 'closed',
    )
  const seen = new Set<number | string>()
  let started: Awaited<typeof starting> | undefined
  void starting.then((made) => (started = made))
  while (!started) seen.add(started ? 'started' : await ready())
  // The last answer may have arrived after the start.
  expect([...seen]).toEqual(expect.arrayContaining(['closed', 503]))
  // A database that answers late is not ready either, which is not what this test is about.
  await expect.poll(ready).toBe(200)
  const stopping = started.stop()
  expect([503, 'closed']).toContain(await ready())
  await stopping
})

test('shows metrics to programs on this machine, or only to the bearer of the token', async () => {
  const ask = async (address: string, headers: Record<string, string> = {}) =>
    (await fetch(`${address}/metrics`, { headers })).status
  expect(await ask(t.process.address)).toBe(200)
  expect(await ask(t.process.address, { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  t.process.kernel.config.metricsToken = 'of the operator'
  expect(await ask(t.process.address)).toBe(404)
  expect(await ask(t.process.address, { authorization: 'Bearer of the stranger' })).toBe(404)
  expect(await ask(t.process.address, { authorization: 'Bearer of the operator' })).toBe(200)
  t.process.kernel.config.metricsToken = undefined
})

test('refuses a master key that is not the one of its database', async () => {
  const { config, world, log } = t.process.kernel
  const masterKey = Buffer.alloc(32, 9).toString('base64')
  const databaseUrl = config.databaseUrl as string
  await expect(startProcess({ config, world, log, version: '0', databaseUrl, masterKey })).rejects.toThrow(
    WrongMasterKey,
  )
})

/** Finds a free port below those that the system gives to connections: such a one could be taken before it is used. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => probe.close(resolve))
  return port
}
