// Owns the help panel: short articles, their search, and whom to ask. Articles link to pages by their paths and must not
// depend on the screens.
import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** The help panel, loaded when it is first opened. */
export const LazyHelp = lazyPart(async () => ({ default: (await import('./HelpPanel.tsx')).HelpPanel }))
