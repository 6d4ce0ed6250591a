import { CODE_MS, CODE_TRIES, TRUSTED_DEVICE_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Keeps a code that was texted; earlier ones of the same asker open nothing any more. */
export async function addCode(
  system: Db,
  code: { id: string; asker: string; phone: string; source: string; mark: Buffer; now: Date },
): Promise<void> {
  await sql`update phone_code set used_at = ${code.now} where asker = ${code.asker} and used_at is null`.execute(system)
  await sql`
    insert into phone_code (id, asker, phone, source, code_mark, created_at, expires_at)
    values (${code.id}, ${code.asker}, ${code.phone}, ${code.source}, ${code.mark}, ${code.now}, ${new Date(code.now.getTime() + CODE_MS)})`.execute(
    system,
  )
}

/** A code at one of its tries. */
export interface TriedCode {
  id: string
  mark: Buffer
  phone: string
  tries: number
}

/** Counts a try at the living code of an asker; undefined when there is none, or it was tried too often. */
export async function tryCode(system: Db, asker: string, now: Date): Promise<TriedCode | undefined> {
  const tried = await sql<TriedCode>`
    update phone_code set tries = tries + 1
    where asker = ${asker} and used_at is null and expires_at > ${now} and tries < ${CODE_TRIES}
    returning id, code_mark as mark, phone, tries`.execute(system)
  return tried.rows[0]
}

/** Uses up a code; true exactly once. */
export async function spendCode(system: Db, id: string, now: Date): Promise<boolean> {
  const used =
    await sql`update phone_code set used_at = ${now} where id = ${id} and used_at is null returning id`.execute(system)
  return used.rows.length > 0
}

/** Replaces the backup codes of a person; none given takes all away. */
export async function replaceBackupCodes(system: Db, personId: string, marks: Buffer[]): Promise<void> {
  await sql`delete from backup_code where person_id = ${personId}`.execute(system)
  for (const mark of marks)
    await sql`insert into backup_code (person_id, code_mark) values (${personId}, ${mark})`.execute(system)
}

/** Uses up a backup code; true exactly once. */
export async function spendBackupCode(system: Db, personId: string, mark: Buffer, now: Date): Promise<boolean> {
  const used = await sql`
    update backup_code set used_at = ${now} where person_id = ${personId} and code_mark = ${mark} and used_at is null returning person_id`.execute(
    system,
  )
  return used.rows.length > 0
}

/** How many backup codes of a person still open something. */
export async function backupCodesLeft(system: Db, personId: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from backup_code where person_id = ${personId} and used_at is null`.execute(system)
  return found.rows[0]?.n ?? 0
}

/** Remembers a device as trusted for 30 days. */
export async function addDevice(
  system: Db,
  device: { id: string; personId: string; tokenHash: Buffer; userAgent: string; now: Date },
): Promise<void> {
  await sql`
    insert into trusted_device (id, person_id, token_hash, user_agent, created_at, expires_at)
    values (${device.id}, ${device.personId}, ${device.tokenHash}, ${device.userAgent}, ${device.now},
            ${new Date(device.now.getTime() + TRUSTED_DEVICE_MS)})`.execute(system)
}

/** Whose trusted device this token is; undefined when it is nobody's. */
export async function deviceOwner(system: Db, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select person_id as id from trusted_device where token_hash = ${tokenHash} and expires_at > ${now}`.execute(system)
  return found.rows[0]?.id
}

/** How many devices of a person are trusted. */
export async function trustedDevices(system: Db, personId: string, now: Date): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from trusted_device where person_id = ${personId} and expires_at > ${now}`.execute(system)
  return found.rows[0]?.n ?? 0
}

/** Trusts no device of a person any more. */
export async function forgetDevices(system: Db, personId: string): Promise<void> {
  await sql`delete from trusted_device where person_id = ${personId}`.execute(system)
}
