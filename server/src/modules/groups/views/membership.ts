import { sql } from 'kysely'
import type { GroupMembership } from '../../audience/index.ts'
import { SYSTEM_GROUPS, systemKeyOf } from '../filter-rules/system-groups.ts'
import { countMembers } from './kept-counts.ts'

/** Answers audience's questions about groups. */
export const membership: GroupMembership = {
  builtInRules: (orgId, groupId) => {
    const key = systemKeyOf(orgId, groupId)
    return key && SYSTEM_GROUPS[key]
  },
  isMember: (groupIds) => sql`exists (select from group_member o
    where o.org_id = c.org_id and o.contact_id = c.id and o.group_id = any(${groupIds}::uuid[]))`,
  countMembers,
}
