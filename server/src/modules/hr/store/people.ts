import type { HrFix } from '@crewline/contract/hr'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** A person with their link after a sync. */
export interface LinkedPerson {
  externalId: string
  contactId: string
  state: 'linked' | 'left'
  seen: object
}

/** Links people to contacts, or updates their links. A contact that was erased or merged, or that
 * another person is linked to by now, is left out. */
export async function linkPeople(tx: Tx, people: LinkedPerson[]): Promise<void> {
  if (people.length === 0) return
  await sql`
    insert into hr_person (org_id, external_id, contact_id, state, seen)
    select ${tx.orgId}::uuid, t.id, t.contact_id, t.state, t.seen
    from unnest(${people.map((person) => person.externalId)}::text[], ${people.map((person) => person.contactId)}::uuid[],
      ${people.map((person) => person.state)}::text[], ${people.map((person) => JSON.stringify(person.seen))}::jsonb[]) t(id, contact_id, state, seen)
      join contact c on c.org_id = ${tx.orgId} and c.id = t.contact_id and c.erased_at is null and c.merged_into is null
    where not exists (select from hr_person o where o.org_id = ${tx.orgId} and o.contact_id = t.contact_id and o.external_id <> t.id)
    on conflict (org_id, external_id) do update set contact_id = excluded.contact_id, state = excluded.state, seen = excluded.seen`.execute(
    tx.db,
  )
}

/** Restores links as they were before a sync; people who had none are forgotten. */
export async function restoreLinks(
  tx: Tx,
  people: { externalId: string; before: { state: string; seen: object } | null }[],
): Promise<void> {
  const known = people.filter((person) => person.before)
  const added = people.filter((person) => !person.before).map((person) => person.externalId)
  await sql`delete from hr_person where org_id = ${tx.orgId} and external_id = any(${added}::text[])`.execute(tx.db)
  if (known.length === 0) return
  await sql`
    update hr_person p set state = t.state, seen = t.seen
    from unnest(${known.map((person) => person.externalId)}::text[], ${known.map((person) => person.before?.state ?? '')}::text[],
      ${known.map((person) => JSON.stringify(person.before?.seen ?? {}))}::jsonb[]) t(id, state, seen)
    where p.org_id = ${tx.orgId} and p.external_id = t.id`.execute(tx.db)
}

/** Stores how a member settled a problem of a person. */
export async function saveFix(
  tx: Tx,
  { externalId, fix, contactId }: { externalId: string; fix: HrFix; contactId: string | null },
): Promise<void> {
  const state = fix === 'ignore' ? 'ignored' : 'problem'
  await sql`
    insert into hr_person (org_id, external_id, state, fix, fix_contact_id)
    values (${tx.orgId}, ${externalId}, ${state}, ${fix}, ${contactId})
    on conflict (org_id, external_id) do update set fix = excluded.fix, fix_contact_id = excluded.fix_contact_id,
      state = case when hr_person.contact_id is null then excluded.state else hr_person.state end`.execute(tx.db)
}

/** Forgets every link and synced group of the organization, except who was erased. */
export async function forgetPeople(tx: Tx): Promise<void> {
  await sql`delete from hr_person where org_id = ${tx.orgId} and state <> 'erased'`.execute(tx.db)
  await sql`delete from hr_group where org_id = ${tx.orgId}`.execute(tx.db)
}

/** The links and settled problems that a merge moved. */
export interface MovedLinks {
  links: string[]
  fixes: string[]
  /** Those of the links that said that the person left; missing in merges of older versions. */
  left?: string[]
}

/**
 * Moves the link of a merged contact to the kept one, unless that has its own, and settled problems that name it. Someone who
 * left, but whose kept contact still works, leaves again with the next sync.
 */
export async function moveLinks(tx: Tx, fromId: string, toId: string): Promise<MovedLinks> {
  const links = await sql<{ id: string; wasLeft: boolean }>`
    update hr_person p set contact_id = ${toId},
      state = case when p.state = 'left' and exists (select from contact c where c.org_id = p.org_id and c.id = ${toId}
        and c.work not in ('terminated', 'blocked')) then 'linked' else p.state end
    from (select external_id, state from hr_person where org_id = ${tx.orgId} and contact_id = ${fromId} for update) former
    where p.org_id = ${tx.orgId} and p.external_id = former.external_id and p.contact_id = ${fromId}
      and not exists (select from hr_person o where o.org_id = p.org_id and o.contact_id = ${toId})
    returning p.external_id as id, former.state = 'left' as "wasLeft"`.execute(tx.db)
  const fixes = await sql<{ id: string }>`
    update hr_person set fix_contact_id = ${toId} where org_id = ${tx.orgId} and fix_contact_id = ${fromId}
    returning external_id as id`.execute(tx.db)
  return {
    links: links.rows.map((row) => row.id),
    fixes: fixes.rows.map((row) => row.id),
    left: links.rows.filter((row) => row.wasLeft).map((row) => row.id),
  }
}

/** Moves back what a merge moved, after it was undone. Someone who had left has left again, and can be hired again. */
export async function returnLinks(tx: Tx, fromId: string, { links, fixes, left = [] }: MovedLinks): Promise<void> {
  await sql`
    update hr_person set state = case when state = 'linked' and external_id = any(${left}::text[]) then 'left' else state end,
      contact_id = case when external_id = any(${links}::text[]) then ${fromId}::uuid else contact_id end,
      fix_contact_id = case when external_id = any(${fixes}::text[]) then ${fromId}::uuid else fix_contact_id end
    where org_id = ${tx.orgId} and external_id = any(${[...links, ...fixes]}::text[])`.execute(tx.db)
}

/** Returns the people who are linked to contacts. */
export async function linksOf(tx: Tx, contactIds: string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select external_id as id from hr_person where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.id)
}

/** Whether any person is linked to a contact and did not leave. */
export async function hasLinks(tx: Tx): Promise<boolean> {
  const found = await sql`select from hr_person where org_id = ${tx.orgId} and state = 'linked' limit 1`.execute(tx.db)
  return found.rows.length > 0
}

/** Replaces the id of an erased person with its keyed hash. */
export async function eraseLink(tx: Tx, externalId: string, hash: string): Promise<void> {
  // Someone with the same id was erased before.
  await sql`delete from hr_person where org_id = ${tx.orgId} and external_id = ${hash} and state = 'erased'`.execute(
    tx.db,
  )
  await sql`
    update hr_person set external_id = ${hash}, contact_id = null, state = 'erased', seen = '{}', fix = null, fix_contact_id = null
    where org_id = ${tx.orgId} and external_id = ${externalId}`.execute(tx.db)
}

/** Remembers further hashes of erased people. */
export async function rememberErased(tx: Tx, hashes: string[]): Promise<void> {
  await sql`
    insert into hr_person (org_id, external_id, state)
    select ${tx.orgId}::uuid, hash, 'erased' from unnest(${hashes}::text[]) t(hash) on conflict do nothing`.execute(
    tx.db,
  )
}

/** Forgets that a problem was settled with these contacts. */
export async function forgetFixes(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    update hr_person set fix = null, fix_contact_id = null
    where org_id = ${tx.orgId} and fix_contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** A group that fills itself. */
export interface HrGroup {
  kind: 'department' | 'location'
  value: string
  groupId: string
}

/** Adds a group that fills itself, or gives it another value. */
export async function saveGroup(tx: Tx, { kind, value, groupId }: HrGroup): Promise<void> {
  await sql`delete from hr_group where org_id = ${tx.orgId} and group_id = ${groupId}`.execute(tx.db)
  await sql`
    insert into hr_group (org_id, kind, value, group_id) values (${tx.orgId}, ${kind}, ${value}, ${groupId})
    on conflict (org_id, kind, value) do nothing`.execute(tx.db)
}

/** Forgets a group that fills itself. */
export async function removeGroup(tx: Tx, groupId: string): Promise<void> {
  await sql`delete from hr_group where org_id = ${tx.orgId} and group_id = ${groupId}`.execute(tx.db)
}
