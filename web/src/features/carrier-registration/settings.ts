import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The registration of the numbers with carriers, below the numbers. */
export const carrierRegistrationSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'numbers',
      order: 25,
      Section: lazyPart(async () => ({ default: (await import('./RegistrationSection.tsx')).RegistrationSection })),
      cards: [{ id: 'registration', title: msg`Registration with carriers` }],
    },
  ],
}
