import { dayIn } from '@crewline/contract/calendar'
import { CUSTOM_KINDS, CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { rulesOf, type FilterNode } from '@crewline/contract/filters'
import type { Permission } from '@crewline/contract/permissions'
import type { Db } from '../../kernel/db/pool.ts'
import type { OrgSummary } from '../../kernel/scope.ts'
import type { World } from '../../kernel/world.ts'
import { fieldsOf } from '../fields/index.ts'
import type { FilterContext } from './filter-rules/context.ts'
import { contactActivityRules } from './ports.ts'

/** The reader of rules: a scope, a transaction, or the product itself. */
export interface FilterReader {
  db: Db
  org: OrgSummary
  world: World
  /** Omitted when the product reads: it may use every field. */
  can?: (permission: Permission) => boolean
}

/**
 * Collects what is needed to read these rules now. Loads custom fields only if a rule references one. Readers who may
 * not see sensitive fields cannot use them in rules either, because a count would reveal what a list hides.
 */
export async function filterContext(
  { db, org, world, can }: FilterReader,
  ...filters: (FilterNode | undefined | null)[]
): Promise<FilterContext> {
  const now = world.now()
  const needsFields = filters.some(
    (filter) => filter && rulesOf(filter).some((rule) => rule.field.startsWith(CUSTOM_PREFIX)),
  )
  const fields = needsFields ? await fieldsOf(db, org.id) : []
  const open = fields.filter((field) => !field.sensitive || can === undefined || can('contacts.sensitive'))
  return {
    orgId: org.id,
    country: org.country,
    timezone: org.timezone,
    now,
    today: dayIn(org.timezone, now),
    activity: contactActivityRules.get(),
    customKinds: new Map(open.map((field) => [field.key, CUSTOM_KINDS[field.type]])),
  }
}
