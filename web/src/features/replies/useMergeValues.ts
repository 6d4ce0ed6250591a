import type { ContactSummary } from '@crewline/contract/contacts'
import { customMerge } from '@crewline/contract/merge-custom'
import type { CustomMerge, MergeValues } from '@crewline/contract/merge'
import { useMemo } from 'react'
import { useContactQuery } from '../contacts/index.ts'
import { useCustomFields } from '../fields/index.ts'
import { useCan, useSession } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'

const noNames = { firstname: '', lastname: '' }

/** The values of the merge fields for one contact. */
export interface MergeFieldValues {
  values: MergeValues
  custom: CustomMerge[]
}

/**
 * Returns the value of each merge field for a contact; undefined while loading, so that no field counts as empty too
 * early.
 */
export function useMergeValues(contact: ContactSummary | undefined): MergeFieldValues | undefined {
  const mayRead = useCan('contacts.read')
  const { data, isError } = useContactQuery(contact?.id ?? '', { skip: !contact || !mayRead })
  const fields = useCustomFields()
  const me = useSession(({ auth }) => auth.user) ?? noNames
  const organization = useSession(({ auth }) => auth.organization?.name ?? '')
  return useMemo(() => {
    if (!contact || (mayRead && !data && !isError)) return undefined
    const values = {
      first_name: contact.firstname,
      last_name: contact.lastname,
      full_name: fullName(contact),
      job_title: data?.jobTitle ?? '',
      location: data?.location ?? '',
      organization,
      my_first_name: me.firstname,
      my_full_name: fullName(me),
    }
    return { values, custom: customMerge(fields, data?.customFields ?? {}, contact.language) }
  }, [contact, data, isError, mayRead, me, organization, fields])
}
