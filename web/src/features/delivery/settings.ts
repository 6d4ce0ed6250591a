import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** The carrier events that could not be stored, above the numbers they came from. */
export const deliverySettings: SettingsRegistration = {
  sections: [
    {
      tab: 'numbers',
      order: 10,
      Section: lazyPart(async () => ({ default: (await import('./Quarantine.tsx')).Quarantine })),
    },
  ],
}
