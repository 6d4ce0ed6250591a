import { sql } from 'kysely'
import type { NumberHolders } from '../consent/index.ts'
import { folded, literally } from './rules.ts'
import { headColumns, headFrom, headsOf, type HeadRow } from './views.ts'

/** Tells consent who has a number. */
export const holders: NumberHolders = {
  byId: async (db, country, contactId) => (await headsOf(db, country, [contactId]))[0],
  byPhones: async (db, country, phones) => {
    const found = await sql<HeadRow>`
      select ${headColumns} from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
      where c.phone = any(${phones}::text[]) and c.archived_at is null order by c.shares_phone desc`.execute(db)
    // Who owns the number comes last and stays.
    return new Map(found.rows.map((row) => [row.phone ?? '', headFrom(row, country)]))
  },
  isNamed: (search) => {
    const words = folded(search).split(/\s+/).slice(0, 8)
    const names = words.map((word) => sql`c.sort_name like ${`%${literally(word)}%`}`)
    return sql`exists (select from contact c
      where c.org_id = k.org_id and c.phone = k.phone and c.archived_at is null and ${sql.join(names, sql` and `)})`
  },
}
