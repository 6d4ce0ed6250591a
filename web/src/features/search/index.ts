// Owns the ways to anything from anywhere: the palette and the sheet of shortcuts.
// Must never know how what it finds looks on its own screen.
import { lazyPart } from '../../shared/lib/lazy-part.ts'

export { catchTyped, takeTyped } from './typed-ahead.ts'
export type { Offered } from './usePaletteRows.tsx'

/** Fetches the palette ahead of the key that opens it. */
export const loadPalette = () => import('./Palette.tsx')

/** The palette, fetched when it is opened first at the latest. */
export const LazyPalette = lazyPart(async () => ({ default: (await loadPalette()).Palette }))

/** The sheet of shortcuts, fetched when it is opened first. */
export const LazyShortcuts = lazyPart(async () => ({ default: (await import('./ShortcutsSheet.tsx')).ShortcutsSheet }))
