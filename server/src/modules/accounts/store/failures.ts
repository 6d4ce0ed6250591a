import { sql, type RawBuilder } from 'kysely'
import { LOGIN_FAILURES_FREE, LOGIN_WAIT_MAX_S } from '@crewline/contract/log-in-limits'
import type { Db } from '../../../kernel/db/pool.ts'
import { waitAfterFailures } from '../rules.ts'

/** Seconds to wait after the first, second, third … wrong password. The last value applies to all further ones. */
const WAIT_SECONDS = Array.from({ length: LOGIN_FAILURES_FREE + Math.ceil(Math.log2(LOGIN_WAIT_MAX_S)) }, (_, before) =>
  waitAfterFailures(before + 1),
)

/**
 * Claims a password try for a name. Returns null when the try is allowed, or else the time of the next one. An allowed
 * try starts the next wait before its password is checked, so that simultaneous guesses wait like sequential ones.
 * `always` allows the try without a wait.
 */
export async function claimTry(
  system: Db,
  nameHash: Buffer,
  { now, always = false }: { now: Date; always?: boolean },
): Promise<Date | null> {
  const result = await sql<{ at: Date | null }>`
    with heard as (
      update login_failure set next_at = ${afterFailures(now, sql`failures`)}
      where name_hash = ${nameHash} and (next_at <= ${now} or ${always}::boolean) returning name_hash)
    select next_at as at from login_failure where name_hash = ${nameHash} and not exists (select from heard)`.execute(
    system,
  )
  return result.rows[0]?.at ?? null
}

/** Counts a wrong password for a name. The wait for the next try grows with the count. */
export async function countFailure(system: Db, nameHash: Buffer, now: Date): Promise<void> {
  await sql`
    insert into login_failure (name_hash, failures, next_at, updated_at) values (${nameHash}, 1, ${now}, ${now})
    on conflict (name_hash) do update set failures = login_failure.failures + 1, updated_at = ${now},
      next_at = ${afterFailures(now, sql`login_failure.failures + 1`)}`.execute(system)
}

function afterFailures(now: Date, failures: RawBuilder<unknown>) {
  return sql`${now}::timestamptz + make_interval(secs => (${WAIT_SECONDS}::int[])[least(${failures}, ${WAIT_SECONDS.length}::int)])`
}

/** Reverts the wait of a try whose password could not be checked. */
export async function forgiveTry(system: Db, nameHash: Buffer, now: Date): Promise<void> {
  await sql`update login_failure set next_at = ${now} where name_hash = ${nameHash}`.execute(system)
}

/** Resets the count of wrong passwords for a name. */
export async function resetFailures(system: Db, nameHash: Buffer): Promise<void> {
  await sql`delete from login_failure where name_hash = ${nameHash}`.execute(system)
}
