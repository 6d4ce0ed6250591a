import { CODE_MS, CODE_ATTEMPTS_MAX, TRUSTED_DEVICE_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** Saves a texted code and invalidates earlier codes of the same requester. */
export async function addCode(
  system: Db,
  code: { id: string; asker: string; phone: string; source: string; fingerprint: Buffer; now: Date },
): Promise<void> {
  await sql`update phone_code set used_at = ${code.now} where asker = ${code.asker} and used_at is null`.execute(system)
  await sql`
    insert into phone_code (id, asker, phone, source, code_fingerprint, created_at, expires_at)
    values (${code.id}, ${code.asker}, ${code.phone}, ${code.source}, ${code.fingerprint}, ${code.now}, ${new Date(code.now.getTime() + CODE_MS)})`.execute(
    system,
  )
}

export interface ActiveCode {
  id: string
  fingerprint: Buffer
  phone: string
  tries: number
}

/** Counts a try at the active code of a requester. Returns undefined when there is none, or it was tried too often. */
export async function tryCode(system: Db, asker: string, now: Date): Promise<ActiveCode | undefined> {
  const result = await sql<ActiveCode>`
    update phone_code set tries = tries + 1
    where asker = ${asker} and used_at is null and expires_at > ${now} and tries < ${CODE_ATTEMPTS_MAX}
    returning id, code_fingerprint as fingerprint, phone, tries`.execute(system)
  return result.rows[0]
}

/** Uses up a code. Returns true exactly once. */
export async function spendCode(system: Db, id: string, now: Date): Promise<boolean> {
  const used =
    await sql`update phone_code set used_at = ${now} where id = ${id} and used_at is null returning id`.execute(system)
  return used.rows.length > 0
}

/** Replaces the backup codes of a user. An empty list removes all of them. */
export async function replaceBackupCodes(system: Db, userId: string, fingerprints: Buffer[]): Promise<void> {
  await sql`delete from backup_code where user_id = ${userId}`.execute(system)
  for (const fingerprint of fingerprints)
    await sql`insert into backup_code (user_id, code_fingerprint) values (${userId}, ${fingerprint})`.execute(system)
}

/** Uses up a backup code. Returns true exactly once. */
export async function spendBackupCode(system: Db, userId: string, fingerprint: Buffer, now: Date): Promise<boolean> {
  const used = await sql`
    update backup_code set used_at = ${now} where user_id = ${userId} and code_fingerprint = ${fingerprint} and used_at is null returning user_id`.execute(
    system,
  )
  return used.rows.length > 0
}

/** Counts the unused backup codes of a user. */
export async function countBackupCodes(system: Db, userId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from backup_code where user_id = ${userId} and used_at is null`.execute(system)
  return result.rows[0]?.n ?? 0
}

/** Trusts a device for 30 days. */
export async function addDevice(
  system: Db,
  device: { id: string; userId: string; tokenHash: Buffer; userAgent: string; now: Date },
): Promise<void> {
  await sql`
    insert into trusted_device (id, user_id, token_hash, user_agent, created_at, expires_at)
    values (${device.id}, ${device.userId}, ${device.tokenHash}, ${device.userAgent}, ${device.now},
            ${new Date(device.now.getTime() + TRUSTED_DEVICE_MS)})`.execute(system)
}

/** Returns the user of a trusted device token, or undefined. */
export async function deviceOwner(system: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const result = await sql<Row<'trusted_device', 'id'>>`
    select user_id as id from trusted_device where token_hash = ${tokenHash} and expires_at > ${now}`.execute(system)
  return result.rows[0]?.id
}

/** Counts the trusted devices of a user. */
export async function trustedDevices(system: Db, userId: string, now: Date): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from trusted_device where user_id = ${userId} and expires_at > ${now}`.execute(system)
  return result.rows[0]?.n ?? 0
}

/** Removes all trusted devices of a user. */
export async function removeTrustedDevices(system: Db, userId: string): Promise<void> {
  await sql`delete from trusted_device where user_id = ${userId}`.execute(system)
}
