// Owns what is done to a whole person or to many: merge, erase, duplicates, everything kept about somebody.
// Must never know a list.
export { MergedNote } from './MergedNote.tsx'
export { PossibleDuplicates } from './PossibleDuplicates.tsx'
export { LazyEraseDialog, LazyMergeDialog } from './routes.tsx'
export { usePersonalData } from './usePersonalData.ts'
