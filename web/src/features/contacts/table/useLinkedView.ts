import type { ContactView } from '@crewline/contract/contact-lists'
import { useEffect } from 'react'
import { queryOfView } from './contacts-url.ts'
import type { ContactsUrl } from './useContactsUrl.ts'

/** Opens the view named by a link; a deleted view, or one of another member, leaves the list unchanged. */
export function useLinkedView({ linkedId, openView }: ContactsUrl, views: readonly ContactView[]): void {
  const linked = views.find(({ id }) => id === linkedId)
  useEffect(() => {
    if (linked) openView(linked.id, queryOfView(linked))
  }, [linked, openView])
}
