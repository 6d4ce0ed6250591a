import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openJobs } from '../../src/kernel/jobs/queues.ts'
import { openSignals } from '../../src/kernel/signals.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { openDatabase } from '../../src/kernel/db/pool.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { makeLog } from '../../src/kernel/log.ts'
import { makeEncryption } from '../../src/kernel/secrets/encryption.ts'
import { realWorld } from '../../src/kernel/world.ts'
import { addLine, type NewLine } from '../../src/modules/lines/index.ts'
import { makeOrg, makeUser, type Org, type TestUser } from '../kit/cast.ts'
import { startChild, type Child } from './child.ts'

const PRODUCT = fileURLToPath(new URL('./product.ts', import.meta.url))
const SIMULATOR = fileURLToPath(new URL('../../src/main/carrier-simulator.ts', import.meta.url))
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const MEMBERS = 20

/** A contact of the run. */
export interface Reached {
  id: string
  phone: string
}

/** The environment of a fault run: database, carrier, product, an organization with many contacts. */
export interface TestEnvironment {
  sql: pg.Client
  databaseUrl: string
  /** The driver's own database access; it serves nothing and sends nothing. */
  kernel: Kernel
  org: Org
  members: TestUser[]
  /** A line with a low rate limit, so that work is always waiting. */
  slow: NewLine
  /** A line as fast as the carrier. */
  fast: NewLine
  contacts: Reached[]
  carrierUrl: string
  carrierPid: number
  /** The settings of the product. */
  settings: Record<string, string>
  /** The product's data directory. */
  dataDir: string
  /** The address at which the product serves, whichever process does. */
  address: string
  /** What the scenario does at the moment, for the lines of progress. */
  step: string
  /** Starts a product process; the first with the web role serves `address`. */
  product(env?: Record<string, string>): Promise<Child>
  /** Starts a product process with an address of its own, which the match of its output names. */
  serve(env: Record<string, string>): ReturnType<typeof startChild>
  /** Starts another program with the product's settings; closing the environment ends it. */
  run(program: string, env: Record<string, string>, ready: RegExp): ReturnType<typeof startChild>
  /** Changes the behavior of the carrier. */
  carrier(how: Record<string, unknown>): Promise<void>
  /** Changes the behavior of one phone. */
  phone(phone: string, faults: { delivery?: string; receipts?: string }): Promise<void>
  /** Copies the carrier's ledger and the history of states to a folder that stays, and returns the folder. */
  keepEvidence(): Promise<string>
  close(): Promise<void>
}

/**
 * Builds the environment on an empty database at this address; closing it ends the processes it started and removes its
 * files.
 */
export async function startTestEnvironment(
  databaseUrl: string,
  options: {
    carrier: 'simulated' | 'twilio'
    contacts: number
    slowPerSecond: number
    fastPerSecond: number
    /** Off when speed is measured: no trigger records state changes. */
    isWatched?: boolean
    /** Signed-in members; several, because each is rate limited. */
    members?: number
  },
): Promise<TestEnvironment> {
  await migrate(databaseUrl)
  const dir = await mkdtemp(join(tmpdir(), 'crewline-faults-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const carrierUrl = { of: '' }
  const children = new Set<Child>()
  let isClosed = false
  // A run that exceeded its time goes on until its next process.
  const start = async (program: string, env: Record<string, string>, ready: RegExp) => {
    if (isClosed) throw new Error('the environment is closed')
    const started = await startChild(program, env, ready)
    children.add(started.child)
    if (isClosed) started.child.signal('SIGKILL')
    return started
  }
  const carrier = await start(SIMULATOR, { SIM_PORT: '0', SIM_DIR: join(dir, 'carrier') }, /simulator at (\S+)/)
  carrierUrl.of = carrier.match[1] as string
  const settings = {
    PORT: String(port),
    PUBLIC_URL: address,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dir, 'data'),
    MASTER_KEY,
    SIMULATORS: '1',
    SIMULATOR_URL: carrierUrl.of,
    LOG_LEVEL: 'warn',
  }
  const sql = new pg.Client({ connectionString: databaseUrl })
  await sql.connect()
  if (options.isWatched !== false) await sql.query(HISTORY)
  const kernel = await handsOn(databaseUrl, settings)
  const org = await makeOrg(kernel, 'Faults', 1, { carrier: options.carrier })
  const slow = { ...org.line, textsPerSecond: options.slowPerSecond }
  await sql.query('update line set texts_per_second = $1 where id = $2', [slow.textsPerSecond, slow.id])
  const fast: NewLine = {
    ...org.line,
    id: kernel.world.id(),
    phone: '+13125550991',
    label: 'Fast',
    textsPerSecond: options.fastPerSecond,
  }
  await addLine(kernel.database.asSystem('fault runs create lines'), kernel.encryption, fast, kernel.world.now())
  const members = []
  for (let n = 0; n < (options.members ?? MEMBERS); n++)
    members.push(await makeUser(kernel, org.id, { firstname: 'Member', lastname: String(n), role: 'owner' }))
  const contacts = await hire(sql, kernel, org.id, options.contacts)
  return {
    sql,
    databaseUrl,
    kernel,
    org,
    members,
    slow,
    fast,
    contacts,
    carrierUrl: carrierUrl.of,
    carrierPid: carrier.child.pid,
    settings,
    dataDir: settings.DATA_DIR,
    address,
    step: 'starting',
    product: async (env = {}) => (await start(PRODUCT, { ...settings, ...env }, /^READY /)).child,
    serve: (env) => start(PRODUCT, { ...settings, ...env }, /^READY (\S+)/),
    run: (program, env, ready) => start(program, { ...settings, ...env }, ready),
    carrier: (how) => patchCarrier(`${carrierUrl.of}/control/carrier`, how),
    phone: (phone, faults) =>
      patchCarrier(`${carrierUrl.of}/control/handsets/${encodeURIComponent(phone)}`, { faults }),
    keepEvidence: () => keepEvidence(sql, dir),
    close: async () => {
      isClosed = true
      for (const child of children) child.signal('SIGKILL')
      await Promise.all([...children].map((child) => child.ended))
      await kernel.jobs.stop()
      await kernel.signals.close()
      await kernel.database.close()
      await sql.end()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Records every change of a message's state, so that a step back is found even when it was repaired later, and of the
 * questions to the carrier, which explain why a text was sent again.
 */
const HISTORY = `
  create table fault_history (n bigint generated always as identity primary key, id uuid, was text, now text,
    attempts int, at timestamptz not null default clock_timestamp());
  create function fault_note() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    if old.state is distinct from new.state then
      insert into fault_history (id, was, now, attempts) values (new.id, old.state, new.state, new.attempts);
    end if;
    return null;
  end $$;
  create trigger fault_note after update on message for each row execute function fault_note();
  create table fault_question (n bigint generated always as identity primary key, id uuid, change text,
    deadline_at timestamptz, ask_at timestamptz, absent_once_at timestamptz, at timestamptz not null default clock_timestamp());
  create function fault_note_question() returns trigger language plpgsql security definer set search_path = public as $$
  declare question unknown_outcome := case when tg_op = 'DELETE' then old else new end;
  begin
    insert into fault_question (id, change, deadline_at, ask_at, absent_once_at)
      values (question.message_id, tg_op, question.deadline_at, question.ask_at, question.absent_once_at);
    return null;
  end $$;
  create trigger fault_note_question after insert or update or delete on unknown_outcome
    for each row execute function fault_note_question();`

/** Copies what explains a failed run to a folder that stays, and returns the folder. */
async function keepEvidence(sql: pg.Client, dir: string): Promise<string> {
  const kept = await mkdtemp(join(tmpdir(), 'crewline-evidence-'))
  await copyFile(join(dir, 'carrier/ledger.jsonl'), join(kept, 'ledger.jsonl'))
  for (const table of ['fault_history', 'fault_question']) {
    const { rows } = await sql.query<object>(`select * from ${table} order by n`)
    await writeFile(join(kept, `${table}.jsonl`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
  return kept
}

async function handsOn(databaseUrl: string, settings: Record<string, string>): Promise<Kernel> {
  const database = openDatabase(databaseUrl, { app: 4, system: 2 })
  const log = makeLog('silent')
  const world = realWorld()
  return {
    config: readConfig(settings),
    world,
    log,
    database,
    signals: await openSignals(database, log),
    jobs: openJobs(databaseUrl, log),
    encryption: makeEncryption(MASTER_KEY, world),
  }
}

async function hire(sql: pg.Client, kernel: Kernel, orgId: string, count: number): Promise<Reached[]> {
  const contacts = Array.from({ length: count }, (_, n) => ({
    id: kernel.world.id(),
    // Up to a million, apart from the numbers of the organization's own contacts.
    phone: `+1415${String(6_000_000 + n)}`,
  }))
  await sql.query(
    `insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
     select $1::uuid, id, 'Worker', n::text, 'worker ' || n, phone, 'manual', now(), now()
     from unnest($2::uuid[], $3::text[]) with ordinality t(id, phone, n)`,
    [orgId, contacts.map((contact) => contact.id), contacts.map((contact) => contact.phone)],
  )
  return contacts
}

async function patchCarrier(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the carrier answered ${answer.status} to ${url}`)
  await answer.arrayBuffer()
}

/** Finds a free port: the product must return at the address the carrier calls. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
