import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** What translates here, on the page of the texting settings. */
export const translationSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'texting',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./TranslationSources.tsx')).TranslationSources })),
      cards: [{ id: 'translation-service', title: msg`Translation service` }],
    },
  ],
}
