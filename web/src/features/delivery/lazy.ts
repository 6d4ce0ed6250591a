import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** The notice that nothing is sent after a restore, loaded after the page. */
export const LazyRestoreBanner = lazyPart(async () => ({
  default: (await import('./restore/RestoreBanner.tsx')).RestoreBanner,
}))
