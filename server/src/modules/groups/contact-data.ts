import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { eraseMemberships, mergeGroups, unmergeGroups } from './merge.ts'
import { forgetChangesOf } from './store/changes.ts'
import { deleteGroupHistory } from './store/person.ts'
import { groupHistory } from './views/history.ts'

/** Derived: a group orders its members by their last message, so messages and conversations move first. */
export const contactData: ContactData = {
  order: 'derived',
  tables: {
    group_member: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'groups' },
    group_pin: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'groupPins' },
    group_event: { columns: ['contact_id'], merge: 'stays', erase: 'deleted', export: 'groupHistory' },
    audience_change: {
      columns: ['contact_ids'],
      merge: 'stays',
      erase: 'deleted',
      export: { omitted: 'Kept for a day to count audiences again; it says nothing about the contact.' },
    },
  },
  merge: (tx, { fromId, toId }) => mergeGroups(tx, fromId, toId),
  unmerge: unmergeGroups,
  erase: (tx, { contactIds }) => eraseMemberships(tx, contactIds),
  finishErasure: async (system, { orgId, contactIds }) => {
    await deleteGroupHistory(system, orgId, contactIds)
    await forgetChangesOf(system, orgId, contactIds)
  },
  export: {
    groups: ({ contactIds }) => sql`
      select g.name as "group", (select max(e.at) from ${groupHistory} e where e.org_id = m.org_id and e.contact_id = m.contact_id
          and e.group_id = m.group_id and e.change = 'joined') as since, m.cause as how
      from group_member m join contact_group g on g.org_id = m.org_id and g.id = m.group_id
      where m.contact_id = any(${contactIds}::uuid[]) order by g.name`,
    groupPins: ({ contactIds }) => sql`
      select p.at, g.name as "group", p.kind = 'in' as always from group_pin p
      join contact_group g on g.org_id = p.org_id and g.id = p.group_id
      where p.contact_id = any(${contactIds}::uuid[]) order by p.at`,
    groupHistory: ({ contactIds }) => sql`
      select g.name as "group", e.at, e.change, e.cause as how, trim(p.firstname || ' ' || p.lastname) as by
      from ${groupHistory} e join contact_group g on g.org_id = e.org_id and g.id = e.group_id left join user_account p on p.id = e.by_user
      where e.contact_id = any(${contactIds}::uuid[]) order by e.at`,
  },
}
