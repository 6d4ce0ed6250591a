import { z } from 'zod'
import { COMPARATORS, FILTER_DEPTH_MAX, FILTER_RULES_MAX, type Comparator } from './filter-fields.ts'
import { Id } from './ids.ts'

const comparators = Object.values(COMPARATORS).flat() as [Comparator, ...Comparator[]]

const RuleValue = z.union([
  z.string().max(200),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(200),
  z.array(z.number()).length(2),
])

/** One condition on a contact: a standard field by name, or a custom one as `custom.` plus its key. */
export const Rule = z.strictObject({
  field: z.string().min(1).max(60),
  cmp: z.enum(comparators),
  value: RuleValue.optional(),
})
export type Rule = z.infer<typeof Rule>

/** Rules of which all (`and`) or at least one (`or`) must match. */
export interface FilterNode {
  op: 'and' | 'or'
  children: (FilterNode | Rule)[]
}

const node = (depth: number): z.ZodType<FilterNode> =>
  z.strictObject({
    op: z.enum(['and', 'or']),
    children: z.array(depth === 1 ? Rule : z.union([Rule, node(depth - 1)])).max(FILTER_RULES_MAX),
  })

/** Returns all rules of a filter, from the top. */
export function rulesOf(filter: FilterNode): Rule[] {
  return filter.children.flatMap((child) => ('children' in child ? rulesOf(child) : [child]))
}

/** A filter with at most three levels and fifty rules. */
export const Filter = node(FILTER_DEPTH_MAX).refine((filter) => rulesOf(filter).length <= FILTER_RULES_MAX, {
  message: 'Use at most 50 rules.',
})

/** A filter as a query parameter, in JSON. */
export const FilterText = z
  .string()
  .max(8000)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue({ code: 'custom', message: 'This filter is not valid.' })
      return z.NEVER
    }
  })
  .pipe(Filter)

/** Which contacts a list shows; an omitted part does not narrow the list. */
export const Audience = z.strictObject({
  search: z.string().trim().max(100).default(''),
  reach: z.enum(['all', 'can_text', 'no_consent', 'opted_out', 'no_mobile', 'archived']).default('all'),
  groupId: Id.optional(),
  filter: Filter.optional(),
})
export type Audience = z.infer<typeof Audience>

/** The contacts of an action: the listed ids or, with `selectedAll`, the whole audience except the excluded ids. */
export const selection = {
  contacts: z.array(Id).max(1000).default([]),
  selectedAll: z.boolean().default(false),
  audience: Audience.optional(),
  excludedIds: z.array(Id).max(1000).default([]),
}
export const Selection = z.strictObject(selection)
export type Selection = z.infer<typeof Selection>

/** Returns the names of the fields a filter reads, custom fields as `custom.` and their key. */
export function filterFieldsUsed(filter: FilterNode): Set<string> {
  return new Set(rulesOf(filter).map((rule) => rule.field))
}

/** Returns the ids of the groups a filter references. */
export function groupsNamed(filter: FilterNode): string[] {
  return idsNamed(filter, 'group')
}

/** Returns the ids that the rules about one field reference, in lower case. */
export function idsNamed(filter: FilterNode, field: 'group' | 'shift' | 'import'): string[] {
  const named = rulesOf(filter)
    .filter((rule) => rule.field === field)
    .flatMap((rule) => (Array.isArray(rule.value) ? rule.value.map(String) : [String(rule.value ?? '')]))
  return [...new Set(named.map((id) => id.toLowerCase()))]
}
