import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { HrSync } from '@crewline/contract/hr'
import { startTestEnvironment, type TestEnvironment } from '../server/test/faults/test-environment.ts'
import { cpuOf } from './cpu.ts'

/** People of the file that warms up the process. */
const WARM = 3_000

/**
 * Syncs a file of people through a product process, from the upload to the last contact, and once more without a change.
 * Compares writing the contacts with one insert of the same rows into a table with the keys of a contact. Throws when the
 * second sync writes a contact.
 */
export async function benchHr(url: string, { people }: { people: number }): Promise<void> {
  const of = { contacts: 1, slowPerSecond: 20, fastPerSecond: 300, isWatched: false, members: 0 }
  const environment = await startTestEnvironment(url, { carrier: 'simulated', ...of })
  try {
    const { pid } = await environment.product()
    await follow(environment)
    await syncFile(environment, pid, WARM)
    await pause(3_000)
    const first = await syncFile(environment, pid, people)
    const before = await fingerprint(environment)
    const second = await syncFile(environment, pid, people)
    if ((await fingerprint(environment)) !== before) throw new Error('a sync without changes wrote contacts')
    const floor = await insertFloor(environment, people - WARM)
    console.log(
      `A file of ${people.toLocaleString('en')} people synced, load ${loadavg()[0]?.toFixed(1)}; goal: memory growth <= 64 MiB, the second sync writes no contact`,
    )
    for (const [name, result] of [
      ['first', first],
      ['second', second],
    ] as const) {
      for (const { step, seconds, cpu } of result.steps)
        console.log(
          `  ${name.padEnd(6)} ${step.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s, ${cpu.toFixed(1)} s of processor time`,
        )
      console.log(
        `  ${name.padEnd(6)} memory ${result.before} MiB before, ${result.most} MiB at most, growth ${result.most - result.before} MiB`,
      )
    }
    const seconds = first.steps.reduce((sum, { step, seconds: took }) => (step === 'sent' ? sum : sum + took), 0)
    console.log(
      `  ${((people - WARM) / seconds).toFixed(0)} new people/s; one insert of their rows into a table with the keys of a contact takes ${floor.toFixed(1)} s, ${(floor / seconds).toFixed(3)} of it`,
    )
  } finally {
    await environment.close()
  }
}

/** Makes files what contacts follow; the first sync has been agreed to. */
async function follow({ sql, org }: TestEnvironment): Promise<void> {
  await sql.query(
    `insert into hr_connection (org_id, state, source, provider_id, connected_at, agreed_by, agreed_at, created_at, settings)
     values ($1, 'connected', 'file', 'file', now(), $2, now(), now(), '{"schedule": "manual"}')`,
    [org.id, org.ann.id],
  )
}

function* piecesOf(people: number): Generator<Buffer> {
  let text = 'Employee ID,First name,Last name,Mobile,Department,Location,Hire date,Status\n'
  for (let n = 0; n < people; n++) {
    text += `E${n},First${n % 997},Last${n % 4999},+1415${String(2_000_000 + n)},Dept ${n % 40},Site ${n % 25},${1 + (n % 12)}/${1 + (n % 28)}/${2001 + (n % 20)},Active\n`
    if (n % 1_000 === 999 || n === people - 1) {
      yield Buffer.from(text)
      text = ''
    }
  }
}

async function syncFile(environment: TestEnvironment, pid: number, people: number) {
  const before = residentMiB(pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMiB(pid))), 50)
  const steps: { step: string; seconds: number; cpu: number }[] = []
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const [startedAt, cpu] = [performance.now(), cpuOf(pid)]
    const answer = await work()
    steps.push({ step, seconds: (performance.now() - startedAt) / 1000, cpu: cpuOf(pid) - cpu })
    return answer
  }
  try {
    await timed('sent', () =>
      call(environment, 'POST', '/hr-file?name=people.csv', Readable.toWeb(Readable.from(piecesOf(people)))),
    )
    const compared = await timed('synced', () => until(environment, ['review', 'done']))
    if (compared.state === 'review') {
      const { comparedAt, brake } = compared
      const body = { agreed: true, comparedAt, ...(brake ? { confirmed: brake.people } : {}) }
      await call(environment, 'POST', `/finch/sync/${compared.id}/apply`, body)
      await timed('applied', () => until(environment, ['done']))
    }
    const { rows } = await environment.sql.query<{ n: number }>(
      "select count(*)::int as n from contact where source = 'hris'",
    )
    if (rows[0]?.n !== people) throw new Error(`${rows[0]?.n} contacts instead of ${people}`)
  } finally {
    clearInterval(watch)
  }
  return { steps, before, most }
}

/** Changes when any row of a contact is written again. */
async function fingerprint({ sql }: TestEnvironment): Promise<string> {
  const { rows } = await sql.query<{ mark: string }>(
    "select md5(string_agg(ctid::text || xmin::text, ',' order by id)) as mark from contact",
  )
  return rows[0]?.mark ?? ''
}

async function insertFloor({ sql }: TestEnvironment, rows: number): Promise<number> {
  await sql.query('create table contact_floor (like contact including all)')
  const startedAt = performance.now()
  await sql.query("insert into contact_floor select * from contact where source = 'hris' order by id limit $1", [rows])
  const seconds = (performance.now() - startedAt) / 1000
  await sql.query('drop table contact_floor')
  return seconds
}

function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib ?? 0) / 1024)
}

async function until(environment: TestEnvironment, states: HrSync['state'][]): Promise<HrSync> {
  for (;;) {
    const { syncs } = await call<{ syncs: HrSync[] }>(environment, 'GET', '/finch')
    const sync = syncs[0]
    if (sync && states.includes(sync.state)) return sync
    if (sync?.state === 'failed') throw new Error(`the sync failed: ${sync.problem ?? ''}`)
    await pause(250)
  }
}

async function call<Body>(
  { address, org }: TestEnvironment,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const isStream = body instanceof ReadableStream
  const answer = await fetch(`${address}/api/organization${path}`, {
    method,
    headers: {
      authorization: `Bearer ${org.ann.token}`,
      ...(body && { 'content-type': isStream ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { body: isStream ? body : JSON.stringify(body) }),
    ...(isStream && { duplex: 'half' }),
  })
  const reply = (await answer.json()) as Body
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(reply)}`)
  return reply
}
