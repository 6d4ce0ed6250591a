import { readFileSync } from 'node:fs'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import { startTestEnvironment } from '../server/test/faults/test-environment.ts'
import { sendHttpRequest } from '../server/test/kit/ask.ts'
import { launchToEveryone, poster, untilTrue } from './broadcast-calls.ts'
import { median } from './pairs.ts'

interface Options {
  /** Recipients, one broadcast for each size; the first is the base of growth. */
  sizes: number[]
  urlOf: (name: string) => Promise<string>
}

/** Measures the freeze, the expansion and the memory of broadcasts to everyone, by size. */
export async function benchBroadcasts({ sizes, urlOf }: Options): Promise<void> {
  for (const size of sizes) {
    const environment = await startTestEnvironment(await urlOf(`broadcasts_${size}`), {
      carrier: 'simulated',
      contacts: size,
      slowPerSecond: 100,
      fastPerSecond: 100,
      isWatched: false,
    })
    try {
      await environment.sql.query('vacuum analyze')
      await benchSize(environment, size)
    } finally {
      await environment.close()
    }
  }
}

/** The longest expansion that is waited for, in ms; of a larger one the figure is what was reached by then. */
const EXPANSION_MS = 100_000

async function benchSize(environment: TestEnvironment, size: number): Promise<void> {
  // Without a sender: hand-offs are measured separately.
  const product = await environment.product({ ROLES: 'web,worker' })
  const { sql } = environment
  const idleMib = peakOf(product.pid)
  // makeOrg adds three contacts of its own.
  const people = size + 3
  const body = 'Hi {first_name|there}, the gate opens at 6.'
  const runId = await launchToEveryone(environment, { body, people })
  const until = async (column: string, withinMs: number) => {
    await untilTrue(environment, {
      query: `select ${column} as is from broadcast_run where id = $1`,
      values: [runId],
      withinMs,
    })
    return performance.now()
  }
  const startedAt = await until("state <> 'waiting'", 60_000)
  const frozenAt = await until('is_frozen', 180_000)
  const expandedAt = await until('is_expanded', EXPANSION_MS).catch(() => undefined)
  const seconds = ((expandedAt ?? performance.now()) - frozenAt) / 1000
  const { rows } = await sql.query<{ recipients: number; queued: number; messages: number }>(
    `select count(*)::int as recipients, count(*) filter (where state = 'queued')::int as queued,
       (select count(*)::int from message where state = 'queued' and batch_id = $1) as messages
     from broadcast_recipient where run_id = $1`,
    [runId],
  )
  const { recipients, queued, messages } = rows[0] ?? { recipients: 0, queued: 0, messages: 0 }
  if (recipients !== people || queued !== messages || (expandedAt && queued !== people))
    throw new Error(`wrong result: ${JSON.stringify(rows[0])} of ${people}`)
  const part = expandedAt ? '' : ` (the first ${queued.toLocaleString('en')})`
  console.log(
    `Freeze of ${size.toLocaleString('en')}: ${((frozenAt - startedAt) / 1000).toFixed(2)} s; ` +
      `expansion${part}: ${seconds.toFixed(1)} s, ${Math.round(queued / seconds).toLocaleString('en')}/s; ` +
      `peak memory ${peakOf(product.pid)} MiB, ${idleMib} before`,
  )
  product.signal('SIGKILL')
  await product.ended
}

interface CountOptions {
  /** The contacts of the organization. */
  size: number
  rounds: number
  url: string
}

/**
 * Measures recipient counts against the bare count of all contacts and the route of one contact, taken in turn: kept,
 * right after one contact changed, and right after so many changed that everyone is counted.
 */
export async function benchRecipientCount({ size, rounds, url }: CountOptions): Promise<void> {
  const environment = await startTestEnvironment(url, {
    carrier: 'simulated',
    contacts: size,
    slowPerSecond: 100,
    fastPerSecond: 100,
    isWatched: false,
  })
  try {
    await environment.sql.query('vacuum analyze')
    const product = await environment.product({ ROLES: 'web' })
    await countRounds(environment, size, rounds)
    await countWithShifts(environment, size, rounds)
    product.signal('SIGKILL')
    await product.ended
  } finally {
    await environment.close()
  }
}

async function countRounds(environment: TestEnvironment, size: number, rounds: number): Promise<void> {
  const { address, org, sql, members } = environment
  const message = { body: 'Hi {first_name|there}, the gate opens at 6.' }
  const filter = { op: 'and' as const, children: [{ field: 'lastname', cmp: 'contains' as const, value: '7' }] }
  const groupId = await groupOfHalf(environment)
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }
  const floor = () => sql.query('select count(*) from contact where org_id = $1 and archived_at is null', [org.id])
  const key = () =>
    sendHttpRequest(`${address}/api/contact/${org.bob.id}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${org.ann.token}` },
    })
  for (const [name, body] of [
    ['everyone', { audience: { everyone: true } }],
    ['everyone, with a text', { audience: { everyone: true }, message }],
    ['one group of half', { audience: { groupIds: [groupId] } }],
    ['one group of half, with a text', { audience: { groupIds: [groupId] }, message }],
    ['a rule', { audience: { filter } }],
  ] as const) {
    const took = {
      bare: [] as number[],
      one: [] as number[],
      kept: [] as number[],
      one_changed: [] as number[],
      many_changed: [] as number[],
    }
    for (let round = 0; round <= rounds; round++) {
      // Each member may count only so often in a minute.
      const post = poster(environment, members[round % members.length]?.token)
      const count = () => post('/recipient-count', body)
      const times = { bare: await timed(floor), one: await timed(key), kept: 0, one_changed: 0, many_changed: 0 }
      await sql.query(
        "update contact set language = case language when 'en' then 'es' else 'en' end where id in (select id from contact order by id limit 200)",
      )
      times.many_changed = await timed(count)
      await sql.query("update contact set language = case language when 'en' then 'es' else 'en' end where id = $1", [
        org.bob.id,
      ])
      times.one_changed = await timed(count)
      times.kept = await timed(count)
      if (round > 0) for (const which of Object.keys(took) as (keyof typeof took)[]) took[which].push(times[which])
    }
    const bare = median(took.bare)
    const line = (ms: number[]) =>
      `${median(ms).toFixed(0)} ms (${Math.min(...ms).toFixed(0)}-${Math.max(...ms).toFixed(0)}, ${median(ms.map((one, nth) => one / (took.bare[nth] ?? NaN))).toFixed(2)} of the bare count)`
    console.log(
      `Recipient count of ${size.toLocaleString('en')}, ${name}: kept ${line(took.kept)}, one contact changed ${line(took.one_changed)}, ` +
        `200 changed ${line(took.many_changed)}; bare count ${bare.toFixed(0)} ms, route of one contact ${median(took.one).toFixed(1)} ms`,
    )
  }
}

/**
 * Measures the kept count of everyone with the off-the-clock guard off and on, in turn. All are in a group with a shift, and
 * one in ten has a shift of their own.
 */
async function countWithShifts(environment: TestEnvironment, size: number, rounds: number): Promise<void> {
  const { address, org, sql, members } = environment
  const { rows } = await sql.query<{ id: string }>(
    `insert into contact_group (org_id, id, name, created_at) values ($1, gen_random_uuid(), 'Everyone', now()) returning id`,
    [org.id],
  )
  const groupId = rows[0]?.id ?? ''
  for (const statement of [
    `insert into group_member (org_id, group_id, contact_id, counted) select org_id, $2, id, 2 from contact where org_id = $1`,
    `insert into shift (org_id, id, name, hours, created_at)
       select $1, gen_random_uuid(), name, '{"mon": {"from": "08:00", "to": "16:00"}}', now() from unnest(array['Day', $2]) name`,
    `insert into group_shift (org_id, group_id, shift_id) select $1, $2::uuid, id from shift where name = 'Day'`,
    `insert into contact_shift (org_id, contact_id, shift_id) select c.org_id, c.id, s.id from (
       select org_id, id, row_number() over (order by id) as nth from contact where org_id = $1) c, shift s
       where nth % 10 = 0 and s.name = $2`,
  ])
    await sql.query(statement, [org.id, groupId])
  await sql.query('vacuum analyze')
  const took = { off: [] as number[], hold: [] as number[] }
  for (let round = 0; round <= rounds; round++)
    for (const guard of ['off', 'hold'] as const) {
      await sendHttpRequest(`${address}/api/organization`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${org.ann.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ settings: { offClockGuard: guard } }),
      })
      const post = poster(environment, members[round % members.length]?.token)
      const startedAt = performance.now()
      await post('/recipient-count', { audience: { everyone: true } })
      if (round > 0) took[guard].push(performance.now() - startedAt)
    }
  const line = (ms: number[]) =>
    `${median(ms).toFixed(0)} ms (${Math.min(...ms).toFixed(0)}-${Math.max(...ms).toFixed(0)})`
  console.log(
    `Recipient count of ${size.toLocaleString('en')}, everyone, kept: guard off ${line(took.off)}, guard on ${line(took.hold)}`,
  )
}

/** Puts every other contact into a new group; returns its id. */
async function groupOfHalf({ sql, org }: TestEnvironment): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(
    `insert into contact_group (org_id, id, name, created_at) values ($1, gen_random_uuid(), 'Half', now()) returning id`,
    [org.id],
  )
  const groupId = rows[0]?.id ?? ''
  await sql.query(
    `insert into group_member (org_id, group_id, contact_id, counted)
     select org_id, $2, id, 2 from (select org_id, id, row_number() over (order by id) as nth from contact where org_id = $1) c where nth % 2 = 0`,
    [org.id, groupId],
  )
  await sql.query('vacuum analyze')
  return groupId
}

/** Returns the most memory a process has used so far, in MiB; NaN where the system does not report it. */
function peakOf(pid: number): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kib) / 1024)
  } catch {
    return Number.NaN
  }
}
