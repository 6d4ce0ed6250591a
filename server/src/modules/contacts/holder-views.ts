import { sql } from 'kysely'
import type { ContactLookup } from '../consent/index.ts'
import { folded, literally } from '../../kernel/text.ts'
import { summaryColumns, summaryFrom, summariesOf, type SummaryRow } from './views.ts'

/** Looks up the contacts of numbers for consent. */
export const contactLookupProvider: ContactLookup = {
  byId: async (db, country, contactId) => (await summariesOf(db, country, [contactId]))[0],
  byPhones: async (db, country, phones) => {
    const result = await sql<SummaryRow>`
      select ${summaryColumns} from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
      where c.phone = any(${phones}::text[]) and c.archived_at is null order by c.shares_phone desc`.execute(db)
    // The owner of the number is last and overwrites the others.
    return new Map(result.rows.map((row) => [row.phone ?? '', summaryFrom(row, country)]))
  },
  isNamed: (search) => {
    const terms = folded(search).split(/\s+/).slice(0, 8)
    const names = terms.map((term) => sql`c.sort_name like ${`%${literally(term)}%`}`)
    return sql`exists (select from contact c
      where c.org_id = k.org_id and c.phone = k.phone and c.archived_at is null and ${sql.join(names, sql` and `)})`
  },
}
