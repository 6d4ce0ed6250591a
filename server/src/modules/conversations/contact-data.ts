import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'

/**
 * A conversation is locked before its messages move and summarizes them afterward, so `messages` merges and erases both
 * together.
 */
export const contactData: ContactData = {
  tables: {
    conversation: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'conversation' },
    conversation_tag: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'conversation' },
    unread: {
      columns: ['contact_id'],
      merge: 'moves',
      erase: 'deleted',
      export: { omitted: 'What a member has not read says nothing about the contact.' },
    },
  },
  export: {
    conversation: ({ contactIds }) => sql`
      select array(select t.name from conversation_tag c join tag t on t.org_id = c.org_id and t.id = c.tag_id
          where c.org_id = v.org_id and c.contact_id = v.contact_id order by t.name) as tags, trim(p.firstname || ' ' || p.lastname) as assignee,
        v.archived, v.waiting_since as "waitingSince"
      from conversation v left join user_account p on p.id = v.assignee_id where v.contact_id = any(${contactIds}::uuid[])`,
  },
}
