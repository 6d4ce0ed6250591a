import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { checkOffer, makeOffer, share } from '../../modules/family/index.ts'
import { addHoliday, organizationOf } from '../../modules/organizations/index.ts'
import { ownerScope } from './owner-scope.ts'
import type { SeededOrganization } from './write-organization.ts'

/** Shares Acme's shifts, newcomers and holidays with its plants, which see both groups with their own contacts. */
export async function shareWithPlants(kernel: Kernel, { id }: SeededOrganization): Promise<void> {
  const db = kernel.database.ofOrg(id)
  const { organization } = await organizationOf(db, id)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'demo' }, 'demo')
  const result = await sql<{ kind: 'field' | 'group'; id: string }>`
    select 'field' as kind, id from custom_field where key = 'shift'
    union all select 'group', id from contact_group where type = 'dynamic' and name = 'Hired in the last 90 days'`.execute(
    db,
  )
  await closeOnHolidays(scope)
  for (const { kind, id: objectId } of result.rows) await share(scope, kernel, { kind, objectId, childIds: [] })
  await share(scope, kernel, { kind: 'holidays', objectId: id, childIds: [] })
}

async function closeOnHolidays(scope: Scope): Promise<void> {
  const days = { 'New Year’s Day': '2020-01-01', 'Independence Day': '2020-07-04', 'Christmas Day': '2020-12-25' }
  for (const [name, day] of Object.entries(days)) await addHoliday(scope, { name, from: day, to: day, yearly: true })
}

/** Offers a manager's help to Plant 2, where an owner has not accepted it yet. */
export async function offerHelp(kernel: Kernel, { id }: SeededOrganization): Promise<void> {
  const found = await sql<{ ownerId: string; memberId: string; childId: string }>`
    select o.user_id as "ownerId", m.id as "memberId", c.id as "childId" from organization c
    join member o on o.org_id = c.parent_id and o.role = 'owner' join member m on m.org_id = c.parent_id
    join user_account u on u.id = m.user_id and u.email = 'manager@demo.test'
    where c.parent_id = ${id} and c.name = 'Acme Foods Plant 2' limit 1`.execute(
    kernel.database.asSystem('the demo connects its organizations'),
  )
  const [{ ownerId, memberId, childId } = { ownerId: '', memberId: '', childId: '' }] = found.rows
  if (!ownerId) return
  const scope = ownerScope(kernel, id, ownerId)
  const permissions = ['inbox.reply' as const, 'contacts.read' as const]
  await makeOffer(scope, kernel, await checkOffer(scope, kernel, { memberId, childIds: [childId], permissions }))
}
