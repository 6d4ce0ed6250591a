import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** What callers hear and which texts they get, below the numbers they call. */
export const voicemailSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'numbers',
      order: 30,
      Section: lazyPart(async () => ({ default: (await import('./settings/CallCards.tsx')).CallCards })),
      cards: [{ id: 'calls', title: msg`Incoming calls` }],
    },
  ],
}
