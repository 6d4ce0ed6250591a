import { sql, type RawBuilder } from 'kysely'
import { LOGIN_FAILURES_FREE, LOGIN_LONGEST_WAIT_S } from '@crewline/contract/limits'
import type { Db } from '../../../kernel/db/pool.ts'
import { waitAfter } from '../rules.ts'

/** Seconds to wait after the first, second, third … wrong password; the last one holds for all that follow. */
const WAITS = Array.from({ length: LOGIN_FAILURES_FREE + Math.ceil(Math.log2(LOGIN_LONGEST_WAIT_S)) }, (_, before) =>
  waitAfter(before + 1),
)

/**
 * Asks whether a try at a name is heard: null when it is, and else when the next one is. Where tries have to wait, the one
 * that is heard makes the next wait before it is checked, so that guesses at once wait like guesses in a row. `always` is
 * heard without waiting.
 */
export async function claimTry(
  system: Db,
  nameHash: Buffer,
  { now, always = false }: { now: Date; always?: boolean },
): Promise<Date | null> {
  const found = await sql<{ at: Date | null }>`
    with heard as (
      update login_failure set next_at = ${afterFailures(now, sql`failures`)}
      where name_hash = ${nameHash} and (next_at <= ${now} or ${always}::boolean) returning name_hash)
    select next_at as at from login_failure where name_hash = ${nameHash} and not exists (select from heard)`.execute(
    system,
  )
  return found.rows[0]?.at ?? null
}

/** Counts a wrong password for a name; the more in a row, the longer the next try waits. */
export async function countFailure(system: Db, nameHash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into login_failure (name_hash, failures, next_at, updated_at) values (${nameHash}, 1, ${now}, ${now})
    on conflict (name_hash) do update set failures = login_failure.failures + 1, updated_at = ${now},
      next_at = ${afterFailures(now, sql`login_failure.failures + 1`)}`.execute(system)
}

function afterFailures(now: Date, failures: RawBuilder<unknown>) {
  return sql`${now}::timestamptz + make_interval(secs => (${WAITS}::int[])[least(${failures}, ${WAITS.length}::int)])`
}

/** Takes back the wait for a try that nobody got round to checking. */
export async function forgiveTry(system: Db, nameHash: Buffer, now: Date): Promise<void> {
  await sql`update login_failure set next_at = ${now} where name_hash = ${nameHash}`.execute(system)
}

/** Forgets the wrong passwords of a name. */
export async function forgetFailures(system: Db, nameHash: Buffer): Promise<void> {
  await sql`delete from login_failure where name_hash = ${nameHash}`.execute(system)
}
