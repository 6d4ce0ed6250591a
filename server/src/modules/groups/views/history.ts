import { sql } from 'kysely'

/**
 * Every join and leave, as rows of org_id, contact_id, group_id, at, change, cause, by_person. The join of a current
 * member is stored only in the membership; its history row is written when the contact leaves.
 */
export const groupHistory = sql`(
  select org_id, contact_id, group_id, at, change, cause, by_user from group_event
  union all
  select org_id, contact_id, group_id, joined_at, 'joined', coalesce(joined_cause, cause), joined_by
  from group_member where joined_at is not null)`
