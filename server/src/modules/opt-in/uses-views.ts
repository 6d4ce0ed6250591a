import type { OptInContent } from '@crewline/contract/opt-in'
import type { Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { FieldUser } from '../../kernel/uses.ts'

interface Page {
  id: string
  name: string
  content: OptInContent
}

async function pages(db: Db, orgId: string): Promise<Page[]> {
  const result = await sql<Page>`
    select id, name, content from opt_in_page where org_id = ${orgId} and deleted_at is null order by lower(name), id`.execute(
    db,
  )
  return result.rows
}

/** Returns the opt-in pages whose people join a group. */
export async function pagesWithGroup(db: Db, orgId: string, groupId: string): Promise<Use[]> {
  const found = await pages(db, orgId)
  return found
    .filter(({ content }) =>
      content.actions.some((action) => action.type === 'add_to_group' && action.groupId === groupId),
    )
    .map(({ id, name }) => ({ type: 'opt_in_page', id, name }))
}

/** Returns the opt-in pages, which may ask for custom fields or set them. */
export async function pagesWithFields(db: Db, orgId: string): Promise<FieldUser[]> {
  const found = await pages(db, orgId)
  return found.map(({ id, name, content: { fields, actions } }) => ({
    use: { type: 'opt_in_page', id, name },
    uses: ({ key }) =>
      fields.some(({ source }) => source === `custom.${key}`) ||
      actions.some((action) => action.type === 'set_field' && action.field === `custom.${key}`),
  }))
}
