import type { ContactSummary } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { fullName } from '../../../shared/lib/session/state.ts'
import { NameChip } from '../../../shared/ui/text/NameChip.tsx'

/** The name and number of a contact, linked to the contact. */
export function ContactLink({ contact }: { contact: ContactSummary }) {
  const { t } = useLingui()
  return (
    <Anchor component={Link} to={`/dashboard/contacts/${contact.id}`} underline="never" c="inherit">
      <NameChip
        name={fullName(contact)}
        tintKey={contact.id}
        detail={<bdi>{contact.phoneDisplay ?? t`No mobile`}</bdi>}
      />
    </Anchor>
  )
}
