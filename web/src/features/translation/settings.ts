import { msg } from '@lingui/core/macro'
import { IconLanguage } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** What translates here, on the page of the texting settings, and the phrases on a page of their own. */
export const translationSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'phrases',
      owner: 'organization',
      title: msg`Phrases`,
      icon: IconLanguage,
      order: 25,
      can: 'inbox.read',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'phrases',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./phrases/PhrasesCard.tsx')).PhrasesCard })),
      cards: [{ id: 'phrases', title: msg`Phrases` }],
    },
    {
      tab: 'texting',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./TranslationSources.tsx')).TranslationSources })),
      cards: [{ id: 'translation-service', title: msg`Translation service` }],
    },
  ],
}
