// Owns which apps there are, which are on, and which ones a member keeps in the menu. Must never know what an app holds.
export { pathOf, pinned } from './catalog.ts'
