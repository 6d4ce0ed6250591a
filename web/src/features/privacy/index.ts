// Owns actions on one or several whole contacts: merge, erase, duplicates, export of personal data. Must not depend on
// a list.
export { MergedNote } from './MergedNote.tsx'
export { PossibleDuplicates } from './PossibleDuplicates.tsx'
export { LazyEraseDialog, LazyMergeDialog } from './routes.tsx'
