// Owns global search and commands: the palette and the sheet of shortcuts. Must not depend on the screens of the
// results.
import { lazyPart } from '../../shared/lib/lazy-part.ts'

export { catchTyped, takeTyped } from './typed-ahead.ts'
export type { Offered } from './usePaletteRows.tsx'

/** Prefetches the palette before the shortcut that opens it. */
export const loadPalette = () => import('./Palette.tsx')

/** The palette, loaded when it is first opened at the latest. */
export const LazyPalette = lazyPart(async () => ({ default: (await loadPalette()).Palette }))

/** The sheet of shortcuts, loaded when it is first opened. */
export const LazyShortcuts = lazyPart(async () => ({ default: (await import('./ShortcutsSheet.tsx')).ShortcutsSheet }))
