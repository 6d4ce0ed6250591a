import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openBell } from '../../src/kernel/bell.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { openDatabase } from '../../src/kernel/db/pool.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { makeLog } from '../../src/kernel/log.ts'
import { makeSeal } from '../../src/kernel/secrets/seal.ts'
import { realWorld } from '../../src/kernel/world.ts'
import { addLine, type NewLine } from '../../src/modules/lines/index.ts'
import { makeOrg, makePerson, type Org, type Person } from '../kit/cast.ts'
import { startChild, type Child } from './child.ts'

const PRODUCT = fileURLToPath(new URL('./product.ts', import.meta.url))
const SIMULATOR = fileURLToPath(new URL('../../src/main/carrier-simulator.ts', import.meta.url))
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const MEMBERS = 20

/** A worker of the run. */
export interface Reached {
  id: string
  phone: string
}

/** Everything a fault run plays on: database, carrier, product, an organization with many workers. */
export interface Stage {
  sql: pg.Client
  databaseUrl: string
  /** The driver's own hands on the database; it serves nothing and sends nothing. */
  kernel: Kernel
  org: Org
  members: Person[]
  /** A line of few texts a second, so that work is always waiting. */
  slow: NewLine
  /** A line that goes as fast as the carrier. */
  fast: NewLine
  workers: Reached[]
  carrierUrl: string
  carrierPid: number
  /** Where the product keeps what is on the disk. */
  dataDir: string
  /** Where the product serves, whichever process does. */
  address: string
  /** Starts a product process; the first with the web role serves `address`. */
  product(env?: Record<string, string>): Promise<Child>
  /** Starts another program with the product's settings, which ends with the stage. */
  run(program: string, env: Record<string, string>, ready: RegExp): ReturnType<typeof startChild>
  /** Changes how the carrier behaves. */
  carrier(how: Record<string, unknown>): Promise<void>
  /** Changes what one phone does. */
  phone(phone: string, faults: { delivery?: string; receipts?: string }): Promise<void>
  close(): Promise<void>
}

/** Builds the stage on an empty database at this address; closing it ends the processes it started and removes its files. */
export async function setStage(
  databaseUrl: string,
  options: {
    carrier: 'simulated' | 'twilio'
    workers: number
    slowPerSecond: number
    fastPerSecond: number
    /** Off where speed is measured: nothing notes the changes of states. */
    isWatched?: boolean
    /** Members who are signed in; each may ask only so often. */
    members?: number
  },
): Promise<Stage> {
  await migrate(databaseUrl)
  const dir = await mkdtemp(join(tmpdir(), 'crewline-faults-'))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const carrierUrl = { of: '' }
  const children = new Set<Child>()
  const start = async (program: string, env: Record<string, string>, ready: RegExp) => {
    const started = await startChild(program, env, ready)
    children.add(started.child)
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
  await addLine(kernel.database.asSystem('fault runs make lines'), kernel.seal, fast, kernel.world.now())
  const members = []
  for (let n = 0; n < (options.members ?? MEMBERS); n++)
    members.push(await makePerson(kernel, org.id, { firstname: 'Member', lastname: String(n), role: 'owner' }))
  const workers = await hire(sql, kernel, org.id, options.workers)
  return {
    sql,
    databaseUrl,
    kernel,
    org,
    members,
    slow,
    fast,
    workers,
    carrierUrl: carrierUrl.of,
    carrierPid: carrier.child.pid,
    dataDir: settings.DATA_DIR,
    address,
    product: async (env = {}) => (await start(PRODUCT, { ...settings, ...env }, /^READY /)).child,
    run: (program, env, ready) => start(program, { ...settings, ...env }, ready),
    carrier: (how) => tell(`${carrierUrl.of}/control/carrier`, how),
    phone: (phone, faults) => tell(`${carrierUrl.of}/control/handsets/${encodeURIComponent(phone)}`, { faults }),
    close: async () => {
      for (const child of children) child.signal('SIGKILL')
      await Promise.all([...children].map((child) => child.ended))
      await kernel.bell.close()
      await kernel.database.close()
      await sql.end()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Remembers every change of a message's state, so that a way back is seen even when it was mended later. */
const HISTORY = `
  create table fault_history (n bigint generated always as identity primary key, id uuid, was text, now text);
  create function fault_note() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    if old.state is distinct from new.state then
      insert into fault_history (id, was, now) values (new.id, old.state, new.state);
    end if;
    return null;
  end $$;
  create trigger fault_note after update on message for each row execute function fault_note();`

async function handsOn(databaseUrl: string, settings: Record<string, string>): Promise<Kernel> {
  const database = openDatabase(databaseUrl, { app: 4, system: 2 })
  const log = makeLog('silent')
  const world = realWorld()
  return {
    config: readConfig(settings),
    world,
    log,
    database,
    bell: await openBell(database, log),
    seal: makeSeal(MASTER_KEY, world),
  }
}

async function hire(sql: pg.Client, kernel: Kernel, orgId: string, many: number): Promise<Reached[]> {
  const workers = Array.from({ length: many }, (_, n) => ({
    id: kernel.world.id(),
    phone: `+1415${String(5_000_000 + n)}`,
  }))
  await sql.query(
    `insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
     select $1::uuid, id, 'Worker', n::text, 'worker ' || n, phone, 'manual', now(), now()
     from unnest($2::uuid[], $3::text[]) with ordinality t(id, phone, n)`,
    [orgId, workers.map((one) => one.id), workers.map((one) => one.phone)],
  )
  return workers
}

async function tell(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the carrier answered ${answer.status} to ${url}`)
  await answer.arrayBuffer()
}

/** A port nobody listens on: the product must come back at the address the carrier calls. */
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
