// What people can be filtered by, without the schemas: the pages read it too.

/** The kinds of value a field can have, which decide how it can be compared. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'date'
  | 'birthday'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'group'
  | 'activity'

/** How a value can be compared. */
export type Comparator =
  | 'is'
  | 'is_not'
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'in'
  | 'not_in'
  | 'empty'
  | 'not_empty'
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'on'
  | 'before'
  | 'after'
  | 'in_last_days'
  | 'in_next_days'
  | 'anniversary_in_next_days'
  | 'has_any'
  | 'has_all'
  | 'has_none'
  | 'member_of'
  | 'not_member_of'
  | 'replied_in_days'
  | 'silent_for_days'
  | 'last_delivery_failed'
  | 'opted_out'

/** What has to be written beside a comparator. */
export type ValueShape = 'none' | 'text' | 'texts' | 'number' | 'numbers' | 'date' | 'dates' | 'days' | 'boolean'

/** The comparators of each kind, in the order menus show them. */
export const COMPARATORS: Record<FieldKind, readonly Comparator[]> = {
  text: ['is', 'is_not', 'contains', 'not_contains', 'starts_with', 'in', 'not_in', 'empty', 'not_empty'],
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'not_empty'],
  date: [
    'on',
    'before',
    'after',
    'between',
    'in_last_days',
    'in_next_days',
    'anniversary_in_next_days',
    'empty',
    'not_empty',
  ],
  birthday: ['anniversary_in_next_days', 'empty', 'not_empty'],
  boolean: ['is', 'empty', 'not_empty'],
  choice: ['in', 'not_in', 'empty', 'not_empty'],
  choices: ['has_any', 'has_all', 'has_none', 'empty', 'not_empty'],
  group: ['member_of', 'not_member_of'],
  activity: ['replied_in_days', 'silent_for_days', 'last_delivery_failed', 'opted_out'],
}

/** What stands beside a comparator for a field of a kind: `between` takes two, `in` a list. */
export function valueShapeOf(kind: FieldKind, cmp: Comparator): ValueShape {
  if (cmp === 'empty' || cmp === 'not_empty' || cmp === 'last_delivery_failed' || cmp === 'opted_out') return 'none'
  if (cmp.endsWith('_days')) return 'days'
  if (cmp === 'between') return kind === 'number' ? 'numbers' : 'dates'
  if (kind === 'boolean') return 'boolean'
  if (kind === 'number') return 'number'
  if (kind === 'date') return 'date'
  return cmp === 'in' || cmp === 'not_in' || kind === 'choices' || kind === 'group' ? 'texts' : 'text'
}

/** The facts every worker has, by the name a rule calls them, with their kind. */
export const STANDARD_FIELDS = {
  firstname: 'text',
  lastname: 'text',
  preferredName: 'text',
  phone: 'text',
  email: 'text',
  employeeId: 'text',
  jobTitle: 'text',
  department: 'text',
  location: 'text',
  language: 'choice',
  timezone: 'choice',
  status: 'choice',
  reach: 'choice',
  source: 'choice',
  import: 'choice',
  hireDate: 'date',
  birthday: 'birthday',
  createdAt: 'date',
  group: 'group',
  activity: 'activity',
} as const satisfies Record<string, FieldKind>
export type StandardField = keyof typeof STANDARD_FIELDS

/** The kind each type of custom field is compared as. */
export const CUSTOM_KINDS = {
  text: 'text',
  longtext: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  select: 'choice',
  multiselect: 'choices',
  phone: 'text',
  email: 'text',
  url: 'text',
} as const satisfies Record<string, FieldKind>

/** How a rule names a custom field: its key after this. */
export const CUSTOM_PREFIX = 'custom.'

/** Rules in one filter at most. */
export const FILTER_RULES_MAX = 50
/** Levels a filter is nested at most; one of plain rules has one. */
export const FILTER_DEPTH_MAX = 3
