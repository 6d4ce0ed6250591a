import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

/** How a worker's record came to be, in the language of the page. */
export function useSourceWords(): Record<Contact['source'], string> {
  const { t } = useLingui()
  return useMemo(
    () => ({
      manual: t`Added by a teammate`,
      import: t`Import`,
      hris: t`HR system`,
      optin: t`Opt-in page`,
      inbound: t`Texted first`,
      demo: t`Demo`,
      parent: t`Parent organization`,
    }),
    [t],
  )
}
