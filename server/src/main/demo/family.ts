import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { share } from '../../modules/family/index.ts'
import { organizationOf } from '../../modules/organizations/index.ts'
import type { SeededOrganization } from './write-organization.ts'

/** Shares Acme's shifts and newcomers with its plants, which see both groups with their own contacts. */
export async function shareWithPlants(kernel: Kernel, { id }: SeededOrganization): Promise<void> {
  const db = kernel.database.ofOrg(id)
  const { organization } = await organizationOf(db, id)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'demo' }, 'demo')
  const result = await sql<{ kind: 'field' | 'group'; id: string }>`
    select 'field' as kind, id from custom_field where key = 'shift'
    union all select 'group', id from contact_group where type = 'dynamic' and name = 'Hired in the last 90 days'`.execute(
    db,
  )
  for (const { kind, id: objectId } of result.rows) await share(scope, kernel, { kind, objectId, childIds: [] })
}
