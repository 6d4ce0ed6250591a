import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_FEATURES } from '@crewline/contract/features'
import { sql } from 'kysely'
import { request } from 'undici'
import { readConfig } from '../server/src/kernel/config.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { hashPassword } from '../server/src/kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../server/src/kernel/secrets/tokens.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { startProcess, type CrewlineProcess } from '../server/src/main/process.ts'
import { addOrganization } from '../server/src/modules/organizations/index.ts'
import { median } from './pairs.ts'

/** The requests whose timing could reveal that an address has an account. */
const PROBES: { name: string; path: string; body: (email: string) => object }[] = [
  { name: 'login, wrong password', path: '/user/login', body: (email) => ({ email, password: 'not this one' }) },
  { name: 'forgotten password', path: '/user/forgot-password', body: (email) => ({ email }) },
  { name: 'login link', path: '/user/login-link', body: (email) => ({ email }) },
  {
    name: 'register',
    path: '/user/register',
    body: (email) => ({ firstname: 'A', lastname: 'B', email, password: 'a plain long sentence' }),
  },
]

/**
 * Measures whether response time reveals which addresses have an account (median difference in ms, and the
 * Kolmogorov-Smirnov p of the two samples), and how a flood of log-ins affects other users.
 */
export async function benchLogIn(
  url: string,
  { pairs, floodSeconds }: { pairs: number; floodSeconds: number },
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crewline-bench-log-in-'))
  await migrate(url)
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    SIMULATORS: '1',
    ROLES: 'web',
    TRUSTED_PROXIES: '1',
  })
  const masterKey = Buffer.alloc(32, 7).toString('base64')
  const parts = { config, databaseUrl: url, masterKey, world: realWorld(), log: makeLog('error'), version: 'bench' }
  const product = await startProcess(parts)
  try {
    const { emails, token } = await addUsers(product, pairs * PROBES.length)
    for (const [at, probe] of PROBES.entries()) {
      const knownEmails = emails.slice(at * pairs, (at + 1) * pairs)
      const times = await pairedTimes(product, probe, knownEmails)
      const difference = Math.abs(median(times.known) - median(times.unknown))
      const p = kolmogorovSmirnov(times.known, times.unknown)
      console.log(
        `${probe.name}: ${pairs} pairs, medians ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms, difference ${difference.toFixed(2)} ms (accept <= 5), p ${p.toFixed(3)} (accept > 0.01)`,
      )
    }
    await flood(product, { token, floodSeconds })
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function addUsers({ kernel }: CrewlineProcess, count: number): Promise<{ emails: string[]; token: string }> {
  const system = kernel.database.asSystem('the benchmark creates users')
  const now = kernel.world.now()
  const orgId = kernel.world.id()
  await addOrganization(system, {
    id: orgId,
    name: 'Bench',
    slug: 'bench',
    timezone: 'UTC',
    country: 'US',
    features: NO_FEATURES,
    now,
  })
  const hash = await hashPassword('the right password')
  const emails = Array.from({ length: count }, (_, at) => `person${at}@bench.example`)
  await sql`
    with added as (
      insert into user_account (id, email, firstname, lastname, password_hash, created_at)
      select gen_random_uuid(), email, 'Bench', 'Person', ${hash}, ${now}::timestamptz from unnest(${emails}::text[]) email returning id)
    insert into member (org_id, id, user_id, role, created_at)
    select ${orgId}::uuid, gen_random_uuid(), id, 'agent', ${now}::timestamptz from added`.execute(system)
  const token = makeToken(kernel.world)
  await sql`
    insert into session (id, token_hash, user_id, organization_id, kind, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), ${tokenHash(token)}, id, ${orgId}::uuid, 'full', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz + interval '1 day'
    from user_account limit 1`.execute(system)
  return { emails, token }
}

let visitors = 0

async function postTimed(product: CrewlineProcess, path: string, body: object): Promise<{ ms: number; http: number }> {
  const visitor = visitors++
  const since = performance.now()
  const answer = await request(`${product.address}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
    },
    body: JSON.stringify(body),
  })
  await answer.body.dump()
  return { ms: performance.now() - since, http: answer.statusCode }
}

/**
 * Sends requests for a known and an unknown address alternately, in changing order, so that drift affects both equally.
 */
async function pairedTimes(product: CrewlineProcess, probe: (typeof PROBES)[number], knownEmails: string[]) {
  const known: number[] = []
  const unknown: number[] = []
  for (const [at, email] of knownEmails.entries()) {
    const stranger = `nobody${visitors}@bench.example`
    const order = at % 2 === 0 ? ([email, stranger] as const) : ([stranger, email] as const)
    for (const address of order)
      (address === email ? known : unknown).push((await postTimed(product, probe.path, probe.body(address))).ms)
  }
  // The first calls warm up both kinds.
  return { known: known.slice(20), unknown: unknown.slice(20) }
}

/** Returns the probability that two samples this different come from one distribution (two-sided, asymptotic). */
function kolmogorovSmirnov(a: number[], b: number[]): number {
  const [x, y] = [a.toSorted((m, n) => m - n), b.toSorted((m, n) => m - n)]
  let widest = 0
  for (let i = 0, j = 0; i < x.length && j < y.length;) {
    if ((x[i] as number) <= (y[j] as number)) i += 1
    else j += 1
    widest = Math.max(widest, Math.abs(i / x.length - j / y.length))
  }
  const scale = Math.sqrt((x.length * y.length) / (x.length + y.length))
  const lambda = (scale + 0.12 + 0.11 / scale) * widest
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda)
  return Math.min(1, Math.max(0, sum))
}

/** Sends 200 log-ins a second for a while; meanwhile a signed-in user loads their own session. */
async function flood(
  product: CrewlineProcess,
  { token, floodSeconds }: { token: string; floodSeconds: number },
): Promise<void> {
  const end = performance.now() + floodSeconds * 1000
  const answers: Promise<number>[] = []
  const sessionTimes: number[] = []
  let at = 0
  const hammer = async (): Promise<void> => {
    while (performance.now() < end) {
      for (let burst = 0; burst < 20; burst++)
        answers.push(
          postTimed(product, '/user/login', { email: `person${at++ % 500}@bench.example`, password: 'wrong' }).then(
            ({ http }) => http,
          ),
        )
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const live = async (): Promise<void> => {
    while (performance.now() < end) {
      const since = performance.now()
      const answer = await request(`${product.address}/api/user/me`, { headers: { authorization: `Bearer ${token}` } })
      await answer.body.dump()
      if (answer.statusCode === 200) sessionTimes.push(performance.now() - since)
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  }
  await Promise.all([hammer(), live()])
  const codes = await Promise.all(answers)
  const slow = codes.filter((http) => http === 429).length
  const p95 = sessionTimes.toSorted((a, b) => a - b)[Math.floor(sessionTimes.length * 0.95)] ?? Number.NaN
  console.log(
    `flood of ${codes.length} logins in ${floodSeconds} s: ${slow} throttled, ${codes.filter((http) => http >= 500).length} failed; calls of other users p95 ${p95.toFixed(0)} ms (accept <= 300)`,
  )
}
