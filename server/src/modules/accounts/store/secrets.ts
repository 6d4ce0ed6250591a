import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'

export type Purpose = 'reset' | 'login' | 'email_old' | 'email_new' | 'mfa' | 'phone'

export interface OneTimeSecret {
  id: string
  purpose: Purpose
  userId: string
  detail: Record<string, string>
}

const columns = sql`id, purpose, user_id as "userId", detail`

/** Saves a secret by its hash. `alone` ends earlier secrets of the same purpose, so that only the newest link works. */
export async function addSecret(
  system: Db,
  secret: OneTimeSecret & { tokenHash: Buffer; now: Date; lifeMs: number; shouldEndEarlier?: boolean },
): Promise<void> {
  if (secret.shouldEndEarlier)
    await sql`update one_time_secret set used_at = ${secret.now} where user_id = ${secret.userId} and purpose = ${secret.purpose} and used_at is null`.execute(
      system,
    )
  await sql`
    insert into one_time_secret (id, token_hash, purpose, user_id, detail, created_at, expires_at)
    values (${secret.id}, ${secret.tokenHash}, ${secret.purpose}, ${secret.userId}, ${JSON.stringify(secret.detail)}::jsonb, ${secret.now},
            ${new Date(secret.now.getTime() + secret.lifeMs)})`.execute(system)
}

/** Uses up a secret. Returns it exactly once, also under concurrent calls. */
export async function takeSecret(
  system: Db,
  secret: { tokenHash: Buffer; purposes: Purpose[]; now: Date },
): Promise<OneTimeSecret | undefined> {
  const result = await sql<OneTimeSecret>`
    update one_time_secret set used_at = ${secret.now}
    where token_hash = ${secret.tokenHash} and purpose = any(${secret.purposes}) and used_at is null and expires_at > ${secret.now}
    returning ${columns}`.execute(system)
  return result.rows[0]
}

/** Returns an active secret without using it up. */
export async function secretByToken(
  system: Db,
  secret: { tokenHash: Buffer; purpose: Purpose; now: Date },
): Promise<OneTimeSecret | undefined> {
  const result = await sql<OneTimeSecret>`
    select ${columns} from one_time_secret
    where token_hash = ${secret.tokenHash} and purpose = ${secret.purpose} and used_at is null and expires_at > ${secret.now}`.execute(
    system,
  )
  return result.rows[0]
}

/**
 * Counts a try at an active secret. Returns the number of tries, or undefined when the secret is inactive or was tried
 * `most` times.
 */
export async function countTry(
  system: Db,
  secret: { id: string; most: number; now: Date },
): Promise<number | undefined> {
  const counted = await sql<Row<'one_time_secret', 'tries'>>`
    update one_time_secret set tries = tries + 1
    where id = ${secret.id} and used_at is null and expires_at > ${secret.now} and tries < ${secret.most} returning tries`.execute(
    system,
  )
  return counted.rows[0]?.tries
}

/** Uses up a secret by id. Returns true exactly once. */
export async function spendSecret(system: Db, id: string, now: Date): Promise<boolean> {
  const used =
    await sql`update one_time_secret set used_at = ${now} where id = ${id} and used_at is null returning id`.execute(
      system,
    )
  return used.rows.length > 0
}

/** Marks the address of a secret as confirmed. */
export async function noteConfirmed(system: Db, id: string): Promise<void> {
  await sql`update one_time_secret set detail = detail || '{"confirmed": "yes"}' where id = ${id}`.execute(system)
}

/**
 * Returns whether the address of a secret of this purpose has confirmed this change, while that link has not expired.
 */
export async function isConfirmed(
  system: Db,
  change: { userId: string; purpose: Purpose; newEmail: string; now: Date },
): Promise<boolean> {
  const result = await sql`
    select from one_time_secret where user_id = ${change.userId} and purpose = ${change.purpose} and expires_at > ${change.now}
      and detail->>'newEmail' = ${change.newEmail} and detail->>'confirmed' = 'yes'`.execute(system)
  return result.rows.length > 0
}

/** Ends every active secret of a user for these purposes. */
export async function endSecrets(system: Db, userId: string, purposes: Purpose[], now: Date): Promise<void> {
  await sql`update one_time_secret set used_at = ${now} where user_id = ${userId} and purpose = any(${purposes}) and used_at is null`.execute(
    system,
  )
}
