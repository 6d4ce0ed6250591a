import type { Logo, LogoPicture } from '@crewline/contract/organizations'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'

/** A logo as `logoColumns` reads it. */
type StoredLogo = Row<'logo', 'id' | 'width' | 'height'>

/** What `logoColumns` reads. */
export interface LogoRow {
  logo_light: StoredLogo | null
  logo_dark: StoredLogo | null
}

/** Returns the logos of a row of the table `organization`, named by its alias, as columns of `LogoRow`. */
export function logoColumns(organization = 'organization'): RawBuilder<unknown> {
  const picture = (column: 'logo_light' | 'logo_dark') => sql`
    (select jsonb_build_object('id', l.id, 'width', l.width, 'height', l.height) from logo l
      where l.org_id = ${sql.ref(`${organization}.id`)} and l.id = ${sql.ref(`${organization}.${column}`)}) as ${sql.ref(column)}`
  return sql`${picture('logo_light')}, ${picture('logo_dark')}`
}

/** Returns the logo with its addresses; undefined without one. */
export function logoFrom(orgId: string, row: LogoRow): Logo | undefined {
  const picture = (stored: StoredLogo): LogoPicture => ({ ...stored, url: logoPath(orgId, stored.id) })
  const { logo_light: light, logo_dark: dark } = row
  return light ? { light: picture(light), dark: dark && picture(dark) } : undefined
}

/** Returns the path at which a logo opens without a session. */
export function logoPath(orgId: string, id: string): string {
  return `/public/logo/${orgId}/${id}`
}

/** Returns whether the organization has a logo with this id, in use or not. */
export async function hasLogo(db: Db, orgId: string, id: string): Promise<boolean> {
  const found = await sql`select from logo where org_id = ${orgId} and id = ${id}`.execute(db)
  return found.rows.length > 0
}

/** Returns logos that have not been used since a moment. Reads every organization. */
export async function unusedLogos(
  system: Db,
  { before, most }: { before: Date; most: number },
): Promise<CamelRow<'logo', 'org_id' | 'id'>[]> {
  const found = await sql<CamelRow<'logo', 'org_id' | 'id'>>`
    select org_id as "orgId", id from logo where unused_since < ${before} limit ${most}`.execute(system)
  return found.rows
}
