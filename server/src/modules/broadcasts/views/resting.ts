import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../../../kernel/scope.ts'
import { contactShifts, contactShiftsFor } from '../../shifts/index.ts'
import type { Chosen } from './audience.ts'

/** Recipients in the same zone with the same shifts; they rest at the same time. */
export interface RestingPart {
  /** Null for the zone of the organization. */
  timezone: string | null
  /** Sorted; empty for people without a shift. */
  shiftIds: string[]
}

/** How many recipients of one language are in a part. */
export type CountedPart = RestingPart & { language: string; n: number }

/** Counts those of the chosen contacts who get the text, by zone, shifts and language. */
export async function recipientParts(scope: Scope, chosen: Chosen): Promise<CountedPart[]> {
  const result = await sql<CountedPart>`
    select h.timezone, coalesce(s.shift_ids, '{}') as "shiftIds", h.language, count(*)::int as n
    from ${chosen} h left join ${contactShiftsFor(scope)} s on s.contact_id = h.id
    where h.reason is null group by 1, 2, 3`.execute(scope.db)
  return result.rows
}

/** Joins the chosen contacts `h` of a query with these parts, so that only the people of the parts are left. */
export function joinParts(parts: RestingPart[]): RawBuilder<unknown> {
  return sql`left join ${contactShifts} s on s.contact_id = h.id
    join (select distinct timezone, "shiftIds"
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) p(timezone text, "shiftIds" uuid[])) p
      on p.timezone is not distinct from h.timezone and p."shiftIds" = coalesce(s.shift_ids, '{}')`
}
