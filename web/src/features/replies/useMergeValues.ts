import type { ContactHead } from '@crewline/contract/contacts'
import type { MergeValues } from '@crewline/contract/merge'
import { useMemo } from 'react'
import { useContactQuery } from '../contacts/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'

const noNames = { firstname: '', lastname: '' }

/** What each merge field says for a contact; undefined while it is not known yet, so that nothing is called empty too soon. */
export function useMergeValues(contact: ContactHead | undefined): MergeValues | undefined {
  const mayRead = useCan('contacts.read')
  const { data, isError } = useContactQuery(contact?.id ?? '', { skip: !contact || !mayRead })
  const me = useSession(({ auth }) => auth.user) ?? noNames
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  return useMemo(() => {
    if (!contact || (mayRead && !data && !isError)) return undefined
    return {
      first_name: contact.firstname,
      last_name: contact.lastname,
      full_name: fullName(contact),
      job_title: data?.jobTitle ?? '',
      location: data?.location ?? '',
      organization,
      my_first_name: me.firstname,
      my_full_name: fullName(me),
    }
  }, [contact, data, isError, mayRead, me, organization])
}
