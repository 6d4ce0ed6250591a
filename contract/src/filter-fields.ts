// The fields contacts can be filtered by, without schemas, because the pages import this file too.

/** The kind of a field's value, which decides how it can be compared. */
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

/** The shape of the value a comparator takes. */
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

/** Returns the shape of the value a comparator takes for a kind of field: `between` takes two, `in` a list. */
export function valueShapeOf(kind: FieldKind, cmp: Comparator): ValueShape {
  if (cmp === 'empty' || cmp === 'not_empty' || cmp === 'last_delivery_failed' || cmp === 'opted_out') return 'none'
  if (cmp.endsWith('_days')) return 'days'
  if (cmp === 'between') return kind === 'number' ? 'numbers' : 'dates'
  if (kind === 'boolean') return 'boolean'
  if (kind === 'number') return 'number'
  if (kind === 'date') return 'date'
  return cmp === 'in' || cmp === 'not_in' || kind === 'choices' || kind === 'group' ? 'texts' : 'text'
}

/** The standard fields of every contact, by the name used in rules, with their kind. */
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
  shift: 'choice',
  activity: 'activity',
} as const satisfies Record<string, FieldKind>
export type StandardField = keyof typeof STANDARD_FIELDS

/** The kind that each type of custom field is compared as. */
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

/** A rule names a custom field by this prefix and its key. */
export const CUSTOM_PREFIX = 'custom.'

/** Most rules in one filter. */
export const FILTER_RULES_MAX = 50
/** Most nesting levels of a filter; a filter of plain rules has one. */
export const FILTER_DEPTH_MAX = 3
