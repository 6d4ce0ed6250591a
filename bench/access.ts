import { setTimeout as pause } from 'node:timers/promises'
import { endOtherSessions, logout, me } from '@crewline/contract/accounts'
import { conversations } from '@crewline/contract/inbox'
import { removeMember } from '@crewline/contract/team'
import { sql } from 'kysely'
import { makeEncryption } from '../server/src/kernel/secrets/encryption.ts'
import { readEncryptionKeys } from '../server/src/kernel/secrets/encryption-keys.ts'
import { countByKey, sealColumnAgain } from '../server/src/kernel/secrets/seal-again.ts'
import { sealedColumns } from '../server/src/kernel/secrets/sealed-columns.ts'
import { makeToken, tokenHash } from '../server/src/kernel/secrets/tokens.ts'
import { connectModules } from '../server/src/main/modules.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import { makeUser, type TestUser } from '../server/test/kit/cast.ts'
import { listen } from '../server/test/kit/sockets.ts'
import { callApi } from '../server/test/kit/test-app.ts'

const NEXT_KEY = `next:${Buffer.alloc(32, 9).toString('base64')}`

interface AccessPlan {
  /** How often each way to end a session is taken. */
  rounds: number
  /** Values that are sealed with another key. */
  values: number
}

/**
 * Measures how soon someone whose session ends is gone from the other process (promise P26), and how long stored values take
 * to be sealed with another key while members work (P54).
 */
export async function benchAccess(environment: TestEnvironment, { rounds, values }: AccessPlan): Promise<void> {
  const settings = { PORT: '0', ROLES: 'web', ENCRYPTION_KEYS: `master,${NEXT_KEY}` }
  const started = [await environment.serve(settings), await environment.serve(settings)]
  const [here = '', there = ''] = started.map(({ match }) => match[1] as string)
  try {
    await measureEnds(environment, { here, there, rounds })
    await measureRotation(environment, { addresses: [here, there], values })
  } finally {
    for (const { child } of started) child.signal('SIGTERM')
    await Promise.all(started.map(({ child }) => child.ended))
  }
}

type End = (user: TestUser, owner: TestUser) => Promise<{ http: number; body: { code?: unknown } }>

async function measureEnds(
  environment: TestEnvironment,
  { here, there, rounds }: { here: string; there: string; rounds: number },
): Promise<void> {
  const ways: Record<string, End> = {
    'log-out': (user) => callApi(here, user.token, logout, {}),
    'ended from another device': async (user) =>
      callApi(here, await anotherSession(environment, user), endOtherSessions, {}),
    'removed from the team': async (user, owner) => {
      const query = { memberId: await memberIdOf(environment, user) }
      return callApi(here, owner.token, removeMember, { query, body: {} })
    },
  }
  // Removing someone needs a recent proof of identity.
  await sql`update session set proved_at = now()`.execute(
    environment.kernel.database.asSystem('the benchmark confirms who the members are'),
  )
  for (const [name, end] of Object.entries(ways)) {
    const times: number[] = []
    const admitted: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const of = { firstname: 'Eve', lastname: 'Gone', role: 'agent' as const }
      const user = await makeUser(environment.kernel, environment.org.id, of)
      const client = await listen(there, user.token)
      const closed = new Promise<number>((resolve) =>
        client.socket.once('disconnect', () => resolve(performance.now())),
      )
      // Calls of one member are limited.
      const owner = environment.members[round % environment.members.length] as TestUser
      const askedAt = performance.now()
      const { http, body } = await end(user, owner)
      if (http !== 200) throw new Error(`${name} was answered ${http} ${String(body.code)}`)
      const next = await callApi(there, user.token, me, {})
      if (next.http === 200) admitted.push(round)
      times.push((await closed) - askedAt)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0)
    console.log(
      `${name}, ${rounds} times: the socket at the other process closed ${at(0.5)} ms after the request began (median), ${at(0.95)} (p95), ${at(1)} (longest; accept <= 1000); ${admitted.length} next calls admitted (accept 0)`,
    )
  }
}

/** Opens another session of the same user and returns its token. */
async function anotherSession({ kernel }: TestEnvironment, user: TestUser): Promise<string> {
  const token = makeToken(kernel.world)
  await sql`
    insert into session (id, token_hash, user_id, organization_id, kind, created_at, last_seen_at, expires_at, proved_at)
    values (${kernel.world.id()}, ${tokenHash(token)}, ${user.id}, ${user.orgId}, 'full', now(), now(), now() + interval '1 day', now())`.execute(
    kernel.database.asSystem('the benchmark opens a second session'),
  )
  return token
}

async function memberIdOf({ kernel }: TestEnvironment, user: TestUser): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${user.orgId} and user_id = ${user.id}`.execute(
    kernel.database.asSystem('the benchmark looks up a member'),
  )
  return found.rows[0]?.id ?? ''
}

async function measureRotation(
  environment: TestEnvironment,
  { addresses, values }: { addresses: string[]; values: number },
): Promise<void> {
  connectModules()
  const column = sealedColumns().find(({ table }) => table === 'mail')
  if (!column) throw new Error('emails are not listed as sealed')
  const { kernel, settings } = environment
  const system = kernel.database.asSystem('the benchmark seals emails')
  const ids = Array.from({ length: values }, () => kernel.world.id())
  const text = JSON.stringify({ to: 'someone@bench.example', subject: 'Hello', text: 'x'.repeat(400) })
  for (let from = 0; from < values; from += 5_000) {
    const some = ids.slice(from, from + 5_000)
    const sealed = some.map((id) => kernel.encryption.seal(column.placeOf({ id }), text))
    await sql`
      insert into mail (id, channel, sealed, due_at, expires_at, created_at)
      select id, 'email', sealed, 'infinity', 'infinity', now() from unnest(${some}::uuid[], ${sealed}::text[]) m(id, sealed)`.execute(
      system,
    )
  }
  const next = makeEncryption(settings['MASTER_KEY'] ?? '', kernel.world, readEncryptionKeys(`${NEXT_KEY},master`))
  const work = { isOn: true, count: 0, failures: [] as number[] }
  const members = environment.members.map((member, nth) => keepWorking(addresses[nth % 2] ?? '', member, work))
  const startedAt = performance.now()
  const { sealed, damaged } = await sealColumnAgain(system, next, column)
  const seconds = (performance.now() - startedAt) / 1_000
  work.isOn = false
  await Promise.all(members)
  const left = (await countByKey(system, column)).values.get('master') ?? 0
  const per100k = (seconds * 100_000) / Math.max(sealed, 1)
  console.log(
    `${sealed} values sealed with another key in ${seconds.toFixed(1)} s, ${per100k.toFixed(1)} s for 100,000 (accept <= 600), ${left} left and ${damaged.size} damaged; meanwhile ${work.count} calls, ${work.failures.length} failed (accept 0)`,
  )
}

async function keepWorking(
  address: string,
  member: TestUser,
  work: { isOn: boolean; count: number; failures: number[] },
): Promise<void> {
  while (work.isOn) {
    const { http } = await callApi(address, member.token, conversations, { query: { status: 'open' } })
    work.count += 1
    if (http !== 200) work.failures.push(http)
    await pause(250)
  }
}
