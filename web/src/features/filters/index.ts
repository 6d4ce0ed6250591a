// Owns filter rules for contacts: fields, comparators, values, as chips and as a tree. Must not depend on a list or a
// group.
export { FilterBuilder } from './FilterBuilder.tsx'
export { FilterChips } from './FilterChips.tsx'
export { readFilter, writeFilter } from './read-write.ts'
export { completeOf, rulesOf } from './rules.ts'
export { SuggestedText } from './SuggestedText.tsx'
export { useFilterFields } from './useFilterFields.ts'
export { formatField as fieldWords, formatFilter as filterWords, formatRule as ruleWords } from './words.ts'
