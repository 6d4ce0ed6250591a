import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { openJobs } from '../server/src/kernel/jobs/queues.ts'
import { queueOf } from '../server/src/kernel/runs/step.ts'
import { openSignals } from '../server/src/kernel/signals.ts'
import { readConfig } from '../server/src/kernel/config.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { openDatabase } from '../server/src/kernel/db/pool.ts'
import type { Kernel } from '../server/src/kernel/kernel.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { makeScope, type Scope } from '../server/src/kernel/scope.ts'
import { makeEncryption } from '../server/src/kernel/secrets/encryption.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { connectModules, modules } from '../server/src/main/modules.ts'
import { makeOrg } from '../server/test/kit/cast.ts'
import { commitOf, matchOf, passImports, readOf, uploadOf } from '../server/src/modules/imports/index.ts'

/** The shares of rows that repeat a contact and of rows with an invalid number. */
const REPEATED = 0.01
const BROKEN = 0.005

/**
 * Measures a whole contact import against COPY of the same rows; import-product.ts watches the memory of a product
 * process that does it.
 */
export async function benchImport(url: string, { rows }: { rows: number }): Promise<void> {
  await migrate(url)
  const dir = await mkdtemp(join(tmpdir(), 'crewline-bench-import-'))
  await chmod(dir, 0o755)
  const client = new pg.Client(url)
  await client.connect()
  const kernel = await handsOn(url, dir)
  try {
    const scope = await memberOf(kernel)
    // The first rows warm up the process.
    await runImport(kernel, scope, csvOf(makeContactRows(3_000, 9_000_000)), 'Warm badge')
    const contacts = makeContactRows(rows, 2_000_000)
    const floors = await copyFloors(client, contacts, join(dir, 'rows.txt'))
    const text = csvOf(contacts)
    contacts.length = 0
    const timings = await runImport(kernel, scope, text, 'Bench badge')
    console.log(
      `Import of ${rows.toLocaleString('en')} rows with an employee ID, a department, groups, a custom field, duplicates and errors; goal: run >= 0.20 of COPY, moonshot >= 0.35`,
    )
    for (const [name, floor] of Object.entries(floors))
      console.log(
        `  run ${(timings.done / timings.run / floor).toFixed(3)} of COPY ${name}: ${formatCount(timings.done / timings.run)} of ${formatCount(floor)} rows/s`,
      )
    console.log(
      `  read and matched ${formatCount(rows / timings.read)} rows/s, checked ${formatCount(rows / timings.check)} rows/s`,
    )
  } finally {
    await kernel.jobs.stop()
    await kernel.signals.close()
    await kernel.database.close()
    await client.end()
    await rm(dir, { recursive: true, force: true })
  }
}

const formatCount = (number: number) => Math.round(number).toLocaleString('en')

interface ContactRow {
  id: string
  first: string
  last: string
  phone: string
  employee: string
  department: string
  group: string
  badge: number
}

function makeContactRows(rows: number, from: number): ContactRow[] {
  const world = realWorld()
  return Array.from({ length: rows }, (_, n) => ({
    id: world.id(),
    first: `First${n % 997}`,
    last: `Last${n % 4999}`,
    phone: `+1415${String(from + n)}`,
    employee: `E${from + n}`,
    department: `Dept ${n % 40}`,
    group: `Crew ${n % 25}`,
    badge: n,
  }))
}

function csvOf(contacts: ContactRow[]): string {
  const lines = contacts.map(({ first, last, phone, employee, department, group, badge }, n) => {
    const isBroken = n % Math.round(1 / BROKEN) === 7
    const isRepeated = n % Math.round(1 / REPEATED) === 3
    const cells = [
      employee,
      first,
      last,
      isBroken ? '415-22' : isRepeated ? contacts[n - 1]?.phone : phone,
      department,
      group,
      badge,
    ]
    return cells.join(',')
  })
  return `Employee ID,First name,Last name,Cell,Department,Groups,Badge\n${lines.join('\n')}\n`
}

/** Times COPY of the imported rows: into a table without keys, and into one with the keys of a contact. */
async function copyFloors(client: pg.Client, contacts: ContactRow[], file: string): Promise<Record<string, number>> {
  const { rows } = await client.query<{ id: string }>('select id from organization limit 1')
  const now = new Date().toISOString()
  const lines = contacts.map(({ id, first, last, phone, employee, department, badge }) =>
    [
      rows[0]?.id,
      id,
      first,
      last,
      `${first} ${last}`.toLowerCase(),
      phone,
      employee,
      department,
      `{"badge": "${badge}"}`,
      'import',
      now,
      now,
    ].join('\t'),
  )
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 })
  await client.query('create table copy_bare (like contact including defaults)')
  await client.query('create table copy_keyed (like contact including all)')
  const floors: Record<string, number> = {}
  for (const [name, table] of [
    ['into a bare table', 'copy_bare'],
    ['into a table with the keys of a contact', 'copy_keyed'],
  ] as const) {
    const seconds: number[] = []
    for (let round = 0; round < 3; round++) {
      await client.query(`truncate ${table}`)
      const startedAt = performance.now()
      await client.query(
        `copy ${table} (org_id, id, firstname, lastname, sort_name, phone, employee_id, department, custom, source, created_at, updated_at) from '${file}'`,
      )
      seconds.push((performance.now() - startedAt) / 1000)
    }
    floors[name] = contacts.length / (seconds.toSorted((a, b) => a - b)[1] as number)
    await client.query(`drop table ${table}`)
  }
  return floors
}

async function runImport(kernel: Kernel, scope: Scope, text: string, badge: string) {
  const timed = async () => {
    const startedAt = performance.now()
    while (await passImports(kernel));
    return (performance.now() - startedAt) / 1000
  }
  const body = Readable.from(pieces(Buffer.from(text)))
  const { import: uploaded } = await uploadOf(scope, { name: 'bench.csv', body }, kernel)
  const read = await timed()
  const { import: parsed } = await readOf(scope, uploaded.id)
  const columns = parsed.columns.map(({ index, target, header }) =>
    header === 'Badge'
      ? {
          index,
          target: null,
          newField: { name: badge, type: 'text' as const },
          fixCapitals: false,
          dateOrder: null,
          replacements: [],
        }
      : { index, target, newField: null, fixCapitals: false, dateOrder: null, replacements: [] },
  )
  await matchOf(scope, uploaded.id, {
    columns,
    options: {
      language: 'en',
      known: 'update',
      emptyClears: false,
      withoutPhones: false,
      groupIds: [],
      makeGroups: true,
    },
  })
  const check = await timed()
  await commitOf(scope, uploaded.id, true)
  const run = await timed()
  const { import: finished } = await readOf(scope, uploaded.id)
  if (finished.state !== 'done' || !finished.result)
    throw new Error(`the import ended as ${finished.state}: ${finished.problem}`)
  return { read, check, run, done: finished.result.added }
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function handsOn(url: string, dataDir: string): Promise<Kernel> {
  const database = openDatabase(url, { app: 4, system: 2 })
  const world = realWorld()
  const log = makeLog('warn')
  const jobs = openJobs(url, log)
  await jobs.start(modules.flatMap((module) => module.durableRuns ?? []).map(queueOf))
  const masterKey = Buffer.alloc(32, 7).toString('base64')
  connectModules()
  return {
    database,
    world,
    log,
    signals: await openSignals(database, log),
    jobs,
    encryption: makeEncryption(masterKey, world),
    config: readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      MASTER_KEY: masterKey,
    }),
  }
}

async function memberOf(kernel: Kernel): Promise<Scope> {
  const org = await makeOrg(kernel, 'Bench', 1)
  const { ann } = org
  const { rows } = await kernel.database.plainSystem({
    text: 'select id from member where user_id = $1',
    values: [ann.id],
  })
  return makeScope(
    kernel,
    { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' },
    {
      kind: 'member',
      userId: ann.id,
      memberId: (
        rows[0] as {
          id: string
        }
      ).id,
      role: 'owner',
      scope: 'all',
      sessionId: kernel.world.id(),
      locale: 'en',
      firstname: ann.firstname,
      lastname: ann.lastname,
    },
    kernel.world.id(),
  )
}
