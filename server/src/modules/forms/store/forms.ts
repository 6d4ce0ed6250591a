import type { FormContent } from '@crewline/contract/form-content'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredForm } from '../rules.ts'

/** What a stored form is read as. */
export const FORM = sql`org_id as "orgId", id, code, name, status, content, version, published_version as "publishedVersion",
  is_anonymous as "isAnonymous", archived_at as "archivedAt", created_at as "createdAt",
  kiosk_code as "kioskCode", kiosk_idle_seconds as "kioskIdleSeconds"`

/** Adds a draft. */
export async function addForm(
  tx: Tx,
  { id, code, content }: { id: string; code: string; content: FormContent },
): Promise<void> {
  const now = tx.world.now()
  const userId = tx.actor.kind === 'member' ? tx.actor.userId : null
  await sql`
    insert into form (org_id, id, code, name, content, created_by, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${code}, ${content.name}, ${JSON.stringify(content)}::jsonb, ${userId}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** Locks a form. */
export async function lockForm(tx: Tx, id: string): Promise<StoredForm | undefined> {
  const found = await sql<StoredForm>`
    select ${FORM} from form where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return found.rows[0]
}

/** Replaces what members edit. */
export async function saveContent(tx: Tx, id: string, content: FormContent): Promise<void> {
  await sql`
    update form set name = ${content.name}, content = ${JSON.stringify(content)}::jsonb, version = version + 1, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Makes the current content a version that people see, and opens the form. */
export async function publishVersion(tx: Tx, { id, version, content }: StoredForm): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into form_version (org_id, form_id, version, content, published_at)
    values (${tx.orgId}, ${id}, ${version}, ${JSON.stringify(content)}::jsonb, ${now})
    on conflict (org_id, form_id, version) do nothing`.execute(tx.db)
  await sql`
    update form set status = 'open', published_version = ${version}, is_anonymous = ${content.anonymous}, updated_at = ${now}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Gives a form an address for a shared tablet, or takes it away. */
export async function saveKiosk(
  tx: Tx,
  id: string,
  kiosk: { code: string; idleSeconds: number } | null,
): Promise<void> {
  await sql`
    update form set kiosk_code = ${kiosk?.code ?? null}, kiosk_idle_seconds = coalesce(${kiosk?.idleSeconds ?? null}, kiosk_idle_seconds)
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Opens or closes a form, and moves it to the archive or back. */
export async function saveState(
  tx: Tx,
  id: string,
  { status, isArchived }: { status: StoredForm['status']; isArchived: boolean },
): Promise<void> {
  const now = tx.world.now()
  await sql`
    update form set status = ${status}, archived_at = case when ${isArchived} then coalesce(archived_at, ${now}) end, updated_at = ${now}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Returns the files of all responses of a form. */
export async function filesOfForm(tx: Tx, id: string): Promise<string[]> {
  const found = await sql<{ fileId: string }>`
    select unnest(file_ids) as "fileId" from form_response where org_id = ${tx.orgId} and form_id = ${id}`.execute(
    tx.db,
  )
  return found.rows.map(({ fileId }) => fileId)
}

/** Deletes a form with its versions and answers. Returns whether it existed. */
export async function removeForm(tx: Tx, id: string): Promise<boolean> {
  const deleted = await sql`delete from form where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return deleted.rows.length > 0
}

/** Counts the forms; no other transaction adds one until the commit. */
export async function countForms(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`forms|${tx.orgId}`}, 0))`.execute(tx.db)
  const found = await sql<{ n: number }>`select count(*)::int as n from form where org_id = ${tx.orgId}`.execute(tx.db)
  return found.rows[0]?.n ?? 0
}

/**
 * Returns the open form that asks people with a personal link for one date only, and saves it to this field. One that
 * ends on its own, or that was changed since it was published, is not meant.
 */
export async function formAsking(tx: Tx, saveTo: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select id from form
    where org_id = ${tx.orgId} and status = 'open' and archived_at is null and published_version = version
      and is_anonymous = false and content->>'access' = 'invited' and content->>'closesAt' is null
      and content->>'maxResponses' is null and jsonb_array_length(content->'questions') = 1
      and content->'questions'->0->>'type' = 'date' and content->'questions'->0->>'saveTo' = ${saveTo}
    order by created_at, id limit 1`.execute(tx.db)
  return found.rows[0]?.id
}

/** Moves the answers of a merged contact to the kept one; returns what `returnAnswers` needs. */
export async function moveAnswers(
  tx: Tx,
  fromId: string,
  toId: string,
): Promise<{ responses: string[]; forms: string[]; added: string[] }> {
  const responses = await sql<{ id: string }>`
    update form_response set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId} returning id`.execute(
    tx.db,
  )
  const forms = await sql<{ formId: string }>`
    delete from form_participant where org_id = ${tx.orgId} and contact_id = ${fromId} returning form_id as "formId"`.execute(
    tx.db,
  )
  const formIds = forms.rows.map(({ formId }) => formId)
  const added = await sql<{ formId: string }>`
    insert into form_participant (org_id, form_id, contact_id)
    select ${tx.orgId}::uuid, f, ${toId}::uuid from unnest(${formIds}::uuid[]) f
    on conflict do nothing returning form_id as "formId"`.execute(tx.db)
  return {
    responses: responses.rows.map(({ id }) => id),
    forms: formIds,
    added: added.rows.map(({ formId }) => formId),
  }
}

/** Returns moved answers to their contact. */
export async function returnAnswers(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  moved: { responses: string[]; forms: string[]; added: string[] },
): Promise<void> {
  await sql`update form_response set contact_id = ${fromId} where org_id = ${tx.orgId} and id = any(${moved.responses}::uuid[])`.execute(
    tx.db,
  )
  await sql`delete from form_participant where org_id = ${tx.orgId} and contact_id = ${toId} and form_id = any(${moved.added}::uuid[])`.execute(
    tx.db,
  )
  await sql`
    insert into form_participant (org_id, form_id, contact_id)
    select org_id, id, ${fromId}::uuid from form where org_id = ${tx.orgId} and id = any(${moved.forms}::uuid[])
    on conflict do nothing`.execute(tx.db)
}

/** Deletes what erased contacts answered, and that they did. Returns the files of their answers. */
export async function deleteAnswers(tx: Tx, contactIds: string[]): Promise<string[]> {
  const deleted = await sql<{ fileIds: string[] }>`
    delete from form_response where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])
    returning file_ids as "fileIds"`.execute(tx.db)
  await sql`delete from form_participant where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
  return deleted.rows.flatMap(({ fileIds }) => fileIds)
}

/** Gives the forms of a user to another one. */
export async function giveForms(tx: Tx, { userId, toUserId }: { userId: string; toUserId: string }): Promise<void> {
  await sql`
    update form set created_by = ${toUserId}
    where org_id = ${tx.orgId} and created_by = ${userId} and archived_at is null`.execute(tx.db)
}
