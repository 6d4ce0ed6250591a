import { sql } from 'kysely'

/**
 * Every coming and going, as rows of org_id, contact_id, group_id, at, change, cause, by_person. Who is in a group since a
 * moment that is known stands only there; the line is written when they leave.
 */
export const groupHistory = sql`(
  select org_id, contact_id, group_id, at, change, cause, by_person from group_event
  union all
  select org_id, contact_id, group_id, joined_at, 'joined', coalesce(joined_cause, cause), joined_by
  from group_member where joined_at is not null)`
