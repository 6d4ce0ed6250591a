import type { ContactView } from '@crewline/contract/roster'
import { useEffect } from 'react'
import { askedOf } from './contacts-url.ts'
import type { ContactsUrl } from './useContactsUrl.ts'

/** Opens the view a link names; one that is gone, or somebody else's, leaves the list as it is. */
export function useLinkedView({ linkedId, openView }: ContactsUrl, views: readonly ContactView[]): void {
  const linked = views.find(({ id }) => id === linkedId)
  useEffect(() => {
    if (linked) openView(linked.id, askedOf(linked))
  }, [linked, openView])
}
