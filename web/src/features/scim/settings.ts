import { msg } from '@lingui/core/macro'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** Provisioning of teammates by the identity provider. */
export const scimSettings: SettingsRegistration = {
  sections: [
    {
      tab: 'sso',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./ScimCard.tsx')).ScimCard })),
      cards: [{ id: 'scim', title: msg`Provisioning (SCIM)` }],
    },
  ],
}
