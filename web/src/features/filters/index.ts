// Owns filter rules for contacts: fields, comparators, values, as chips and as a tree. Must not depend on a list or a
// group.
export { FilterBuilder } from './tree/FilterBuilder.tsx'
export { FilterChips } from './chips/FilterChips.tsx'
export { readFilter, writeFilter } from './read-write.ts'
export { completeOf, isUnfinished, rulesOf } from './rules.ts'
export { SuggestedText } from './inputs/SuggestedText.tsx'
export { useFilterFields } from './useFilterFields.ts'
export { formatField, formatFilter, formatRule } from './words.ts'
