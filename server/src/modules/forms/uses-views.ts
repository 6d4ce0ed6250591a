import type { Use } from '@crewline/contract/fields'
import { FormContent } from '@crewline/contract/form-content'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { FieldUser } from '../../kernel/uses.ts'

interface UsedForm {
  id: string
  name: string
  /** What members edit, and what is published. */
  contents: FormContent[]
}

async function forms(db: Db, orgId: string): Promise<UsedForm[]> {
  const result = await sql<{ id: string; name: string; content: FormContent; published: FormContent | null }>`
    select f.id, f.name, f.content, v.content as published
    from form f
    left join form_version v on v.org_id = f.org_id and v.form_id = f.id and v.version = f.published_version
    where f.org_id = ${orgId} and f.archived_at is null order by lower(f.name), f.id`.execute(db)
  return result.rows.map(({ id, name, content, published }) => ({
    id,
    name,
    // What earlier versions stored lacks the parts that came later.
    contents: [content, published].flatMap((stored) => (stored ? FormContent.parse(stored) : [])),
  }))
}

/** Returns the forms whose people join a group. */
export async function formsWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const found = await forms(db, orgId)
  return found
    .filter(({ contents }) => contents.some(({ groupIds }) => groupIds.includes(groupId)))
    .map(({ id, name }) => ({ type: 'form', id, name }))
}

/** Returns the forms, which may write custom fields. */
export async function formsWithFields(db: Db, orgId: string): Promise<FieldUser[]> {
  const found = await forms(db, orgId)
  return found.map(({ id, name, contents }) => ({
    use: { type: 'form', id, name },
    uses: ({ key }) =>
      contents.some(
        ({ questions, setFields }) =>
          questions.some(({ saveTo }) => saveTo === `custom.${key}`) ||
          setFields.some(({ field }) => field === `custom.${key}`),
      ),
  }))
}
