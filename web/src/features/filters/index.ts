// Owns how people are described by rules: fields, comparators, values, as chips and as a tree.
// Must never know a list or a group.
export { FilterBuilder } from './FilterBuilder.tsx'
export { FilterChips } from './FilterChips.tsx'
export { readFilter, writeFilter } from './read-write.ts'
export { completeOf, rulesOf } from './rules.ts'
export { SuggestedText } from './SuggestedText.tsx'
export { useFilterFields } from './useFilterFields.ts'
export { fieldWords, filterWords, ruleWords } from './words.ts'
