import { sql } from 'kysely'
import type { TransferTarget } from '@crewline/contract/transfers'
import type { Db } from '../../kernel/db/pool.ts'
import type { OrgSummary } from '../../kernel/scope.ts'

/** Another open organization of the family, as its system scope needs it. */
export interface FamilyMember extends OrgSummary {
  name: string
  relation: TransferTarget['relation']
  /** The parent of the family, or the organization itself where it is the parent. */
  rootId: string
  canReceive: boolean
}

/**
 * Lists the parent, the children and the siblings of an organization by name; siblings only while their parent has sync
 * turned on. Needs a database handle for all organizations.
 */
export async function relativesOf(system: Db, orgId: string): Promise<FamilyMember[]> {
  const result = await sql<FamilyMember>`
    select o.id, o.name, o.country, o.timezone, o.status, coalesce(me.parent_id, me.id) as "rootId",
      case when o.id = me.parent_id then 'parent' when o.parent_id = me.id then 'child' else 'sibling' end as relation,
      o.status = 'active' and not o.need_billing and coalesce((o.features ->> 'sync')::boolean, false) as "canReceive"
    from organization me
    join organization o on o.id <> me.id and (o.id = me.parent_id or o.parent_id = me.id or o.parent_id = me.parent_id)
    left join organization p on p.id = me.parent_id
    where me.id = ${orgId} and o.status <> 'closed'
      and (o.parent_id is distinct from me.parent_id or o.parent_id is null or coalesce((p.features ->> 'sync')::boolean, false))
    order by lower(o.name), o.id`.execute(system)
  return result.rows
}
