import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

/** Returns the labels for how a contact was created, in the language of the page. */
export function useSourceLabels(): Record<Contact['source'], string> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      manual: t`Added by a teammate`,
      import: t`Import`,
      hris: t`HR system`,
      optin: t`Opt-in page`,
      inbound: t`Texted you first`,
      demo: t`Sample data`,
      parent: t`Parent organization`,
      transfer: t`Transferred from another organization`,
    }),
    [t],
  )
}
