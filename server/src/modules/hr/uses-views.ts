import type { HrSettings } from '@crewline/contract/hr'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { FieldUser } from '../../kernel/uses.ts'
import { systemName } from './settings-rules.ts'

/** Returns the HR connector, if it fills custom fields. */
export async function connectorWithFields(db: Db, orgId: string): Promise<FieldUser[]> {
  const result = await sql<{ providerId: string; custom: HrSettings['custom'] }>`
    select provider_id as "providerId", settings -> 'custom' as custom from hr_connection
    where org_id = ${orgId} and state <> 'off' and settings ? 'custom'`.execute(db)
  return result.rows.map(({ providerId, custom }) => ({
    use: { type: 'hr', id: orgId, name: systemName(providerId) },
    uses: ({ key }) => custom.some((filled) => filled.key === key),
  }))
}
