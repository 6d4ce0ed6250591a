// Owns the catalog of apps, which are on, and which ones a member pins to the menu. Must not depend on the content of
// an app.
export { pathOf, pinned } from './catalog.ts'
export { AppGuard } from './AppGuard.tsx'
