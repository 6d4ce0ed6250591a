import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** What a one-time secret opens. */
export type Purpose = 'reset' | 'login' | 'email_old' | 'email_new' | 'mfa' | 'phone'

/** A one-time secret as it is kept. */
export interface OneTimeSecret {
  id: string
  purpose: Purpose
  personId: string
  detail: Record<string, string>
}

const columns = sql`id, purpose, person_id as "personId", detail`

/** Keeps a secret by its hash; `alone` ends earlier ones of the same purpose, so that only the newest link works. */
export async function addSecret(
  system: Db,
  one: OneTimeSecret & { tokenHash: Buffer; now: Date; lifeMs: number; alone?: boolean },
): Promise<void> {
  if (one.alone)
    await sql`update one_time_secret set used_at = ${one.now} where person_id = ${one.personId} and purpose = ${one.purpose} and used_at is null`.execute(
      system,
    )
  await sql`
    insert into one_time_secret (id, token_hash, purpose, person_id, detail, created_at, expires_at)
    values (${one.id}, ${one.tokenHash}, ${one.purpose}, ${one.personId}, ${JSON.stringify(one.detail)}::jsonb, ${one.now},
            ${new Date(one.now.getTime() + one.lifeMs)})`.execute(system)
}

/** Uses a secret up: answers it exactly once, however many ask at the same time. */
export async function takeSecret(
  system: Db,
  secret: { tokenHash: Buffer; purposes: Purpose[]; now: Date },
): Promise<OneTimeSecret | undefined> {
  const taken = await sql<OneTimeSecret>`
    update one_time_secret set used_at = ${secret.now}
    where token_hash = ${secret.tokenHash} and purpose = any(${secret.purposes}) and used_at is null and expires_at > ${secret.now}
    returning ${columns}`.execute(system)
  return taken.rows[0]
}

/** A secret that is alive, without using it up. */
export async function secretByToken(
  system: Db,
  secret: { tokenHash: Buffer; purpose: Purpose; now: Date },
): Promise<OneTimeSecret | undefined> {
  const found = await sql<OneTimeSecret>`
    select ${columns} from one_time_secret
    where token_hash = ${secret.tokenHash} and purpose = ${secret.purpose} and used_at is null and expires_at > ${secret.now}`.execute(
    system,
  )
  return found.rows[0]
}

/** Counts a try at a living secret; answers how many there were, undefined when it is dead or was tried `most` times. */
export async function countTry(
  system: Db,
  secret: { id: string; most: number; now: Date },
): Promise<number | undefined> {
  const counted = await sql<{ tries: number }>`
    update one_time_secret set tries = tries + 1
    where id = ${secret.id} and used_at is null and expires_at > ${secret.now} and tries < ${secret.most} returning tries`.execute(
    system,
  )
  return counted.rows[0]?.tries
}

/** Uses up a secret by its id; true exactly once. */
export async function spendSecret(system: Db, id: string, now: Date): Promise<boolean> {
  const used =
    await sql`update one_time_secret set used_at = ${now} where id = ${id} and used_at is null returning id`.execute(
      system,
    )
  return used.rows.length > 0
}

/** Notes that the address a secret was mailed to has confirmed. */
export async function noteConfirmed(system: Db, id: string): Promise<void> {
  await sql`update one_time_secret set detail = detail || '{"confirmed": "yes"}' where id = ${id}`.execute(system)
}

/** Whether the address a secret of this purpose was mailed to has confirmed this change, not long ago. */
export async function isConfirmed(
  system: Db,
  change: { personId: string; purpose: Purpose; newEmail: string; now: Date },
): Promise<boolean> {
  const found = await sql`
    select from one_time_secret where person_id = ${change.personId} and purpose = ${change.purpose} and expires_at > ${change.now}
      and detail->>'newEmail' = ${change.newEmail} and detail->>'confirmed' = 'yes'`.execute(system)
  return found.rows.length > 0
}

/** Ends every living secret of a person for these purposes. */
export async function endSecrets(system: Db, personId: string, purposes: Purpose[], now: Date): Promise<void> {
  await sql`update one_time_secret set used_at = ${now} where person_id = ${personId} and purpose = any(${purposes}) and used_at is null`.execute(
    system,
  )
}
