import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A worker as stored. */
export interface StoredWorker {
  id: string
  place: number
  personKey: string
  userName: string
  externalId: string | null
  isActive: boolean
  resource: Record<string, unknown>
  createdAt: Date
  updatedAt: Date
}

/** The columns of a worker. */
export const workerColumns = sql`id, place, person_key as "personKey", user_name as "userName", external_id as "externalId",
  is_active as "isActive", resource, created_at as "createdAt", updated_at as "updatedAt"`

type Content = Pick<StoredWorker, 'userName' | 'externalId' | 'isActive' | 'resource'>

/** Adds a worker after the others. The caller holds the lock of the connection. */
export async function addWorker(tx: Tx, worker: Content & { id: string; personKey: string }): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into hr_scim_person (org_id, id, place, person_key, user_name, external_id, is_active, resource, created_at, updated_at)
    select ${tx.orgId}::uuid, ${worker.id}::uuid, coalesce(max(place), 0) + 1, ${worker.personKey}, ${worker.userName}, ${worker.externalId},
      ${worker.isActive}, ${JSON.stringify(worker.resource)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
    from hr_scim_person where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Saves what a worker is now; returns whether that is another than before. */
export async function saveWorker(tx: Tx, id: string, worker: Content): Promise<boolean> {
  const saved = await sql`
    update hr_scim_person set user_name = ${worker.userName}, external_id = ${worker.externalId}, is_active = ${worker.isActive},
      resource = ${JSON.stringify(worker.resource)}::jsonb, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}
      and (user_name, external_id, is_active, resource) is distinct from
        (${worker.userName}::text, ${worker.externalId}::text, ${worker.isActive}::bool, ${JSON.stringify(worker.resource)}::jsonb)
    returning id`.execute(tx.db)
  return saved.rows.length > 0
}

/** Deletes a worker; returns whether there was one. */
export async function removeWorker(tx: Tx, id: string): Promise<boolean> {
  const removed = await sql`
    delete from hr_scim_person where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return removed.rows.length > 0
}

/** Deletes the workers with these keys, or all of them. */
export async function forgetWorkers(tx: Tx, personKeys?: string[]): Promise<void> {
  await sql`
    delete from hr_scim_person where org_id = ${tx.orgId}
      and (${personKeys === undefined} or person_key = any(${personKeys ?? []}::text[]))`.execute(tx.db)
}

/** Locks a worker until the transaction ends. */
export async function lockWorker(tx: Tx, id: string): Promise<StoredWorker | undefined> {
  const result = await sql<StoredWorker>`
    select ${workerColumns} from hr_scim_person where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return result.rows[0]
}

/** Which of these keys are taken. */
export async function takenKeys(tx: Tx, keys: string[]): Promise<Set<string>> {
  const taken = await sql<{ key: string }>`
    select person_key as key from hr_scim_person where org_id = ${tx.orgId} and person_key = any(${keys}::text[])`.execute(
    tx.db,
  )
  return new Set(taken.rows.map(({ key }) => key))
}

/** Whether one of these hashes stands for an erased person. */
export async function isErasedPerson(tx: Tx, hashes: string[]): Promise<boolean> {
  const found = await sql`
    select from hr_person where org_id = ${tx.orgId} and external_id = any(${hashes}::text[])`.execute(tx.db)
  return found.rows.length > 0
}

/** Whether a member decided that the person with a key is not added. */
export async function isIgnored(tx: Tx, personKey: string): Promise<boolean> {
  const found = await sql`
    select from hr_person where org_id = ${tx.orgId} and external_id = ${personKey} and state = 'ignored'`.execute(
    tx.db,
  )
  return found.rows.length > 0
}

/** Keeps no more of the worker with a key than the client needs to find them. */
export async function blankWorker(tx: Tx, personKey: string): Promise<void> {
  await sql`update hr_scim_person set resource = '{}' where org_id = ${tx.orgId} and person_key = ${personKey}`.execute(
    tx.db,
  )
}

/** Whether the person with a key has a contact. */
export async function hasContact(tx: Tx, personKey: string): Promise<boolean> {
  const found = await sql`
    select from hr_person where org_id = ${tx.orgId} and external_id = ${personKey} and contact_id is not null`.execute(
    tx.db,
  )
  return found.rows.length > 0
}

/** Everything by which a client may name the workers with these keys later: keys, ids of the client, and user names. */
export async function namesOfWorkers(tx: Tx, personKeys: string[]): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select distinct n.name from hr_scim_person p
      cross join lateral (values (p.person_key), (p.external_id), (lower(p.user_name))) n(name)
    where p.org_id = ${tx.orgId} and p.person_key = any(${personKeys}::text[]) and n.name is not null`.execute(tx.db)
  return result.rows.map(({ name }) => name)
}

/** Records that a change was pushed, and when the next sync begins; null leaves that to a member. */
export async function savePush(tx: Tx, { since, nextSyncAt }: { since: Date; nextSyncAt: Date | null }): Promise<void> {
  await sql`
    update hr_connection set pushed_since = ${since}, pushed_at = ${tx.world.now()},
      next_sync_at = coalesce(${nextSyncAt}::timestamptz, next_sync_at)
    where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Records that a sync reads what was pushed so far. */
export async function clearPush(tx: Tx): Promise<void> {
  await sql`update hr_connection set pushed_since = null where org_id = ${tx.orgId}`.execute(tx.db)
}

/** The next workers after a place, in order. */
export async function workersAfter(
  db: Db,
  orgId: string,
  { after, most }: { after: number; most: number },
): Promise<StoredWorker[]> {
  const result = await sql<StoredWorker>`
    select ${workerColumns} from hr_scim_person where org_id = ${orgId} and place > ${after} order by place limit ${most}`.execute(
    db,
  )
  return result.rows
}

/**
 * How many people syncs without a question changed since a moment, and how many of them left. Those whom the sync with this id
 * changes again count there; what a member confirmed since counts no more.
 */
export async function changedSince(
  tx: Tx,
  { since, syncId }: { since: Date; syncId: string },
): Promise<{ left: number; changed: number }> {
  const result = await sql<{ left: number; changed: number }>`
    select count(distinct r.external_id) filter (where r.kind = 'leave')::int as left,
      count(distinct r.external_id)::int as changed
    from hr_sync s join hr_row r on r.org_id = s.org_id and r.sync_id = s.id
    where s.org_id = ${tx.orgId} and s.state = 'done' and s.brake is null and s.applied_at > ${since}
      and s.applied_at > coalesce((select max(b.applied_at) from hr_sync b
        where b.org_id = s.org_id and b.state = 'done' and b.brake is not null), '-infinity')
      and r.is_applied and r.kind in ('update', 'rehire', 'leave')
      and not exists (select from hr_row n where n.org_id = s.org_id and n.sync_id = ${syncId}
        and n.external_id = r.external_id and n.kind in ('update', 'rehire', 'leave'))`.execute(tx.db)
  return result.rows[0] ?? { left: 0, changed: 0 }
}
