import type { Contact } from '@crewline/contract/contacts'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { ContactStatus } from '../../../shared/ui/text/ContactStatus.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { SaveState, type SaveStateProps } from '../../../shared/ui/form/SaveState.tsx'
import classes from './Drawer.module.css'
import { contactStatusOf } from '../../../shared/ui/text/contact-status.ts'

export interface ContactSummaryLineProps {
  contact: Contact
  /** The save state of the field being edited. */
  saving: SaveStateProps | undefined
}

/** Shows whether and since when a contact cannot be texted, and the button to text them. */
export function ContactSummaryLine({ contact, saving }: ContactSummaryLineProps) {
  const hasInbox = useCan('inbox.read')
  return (
    <div className={classes.head}>
      <ContactStatus status={contactStatusOf(contact)} />
      {contact.optedOutAt && contact.reach === 'opted_out' && (
        <span className={classes.when}>
          <RelativeTime at={contact.optedOutAt} />
        </span>
      )}
      {contact.suspectSince && (
        <span className={classes.when}>
          <Trans>Might not be their number anymore, since</Trans> <RelativeTime at={contact.suspectSince} />
        </span>
      )}
      {/* A rejected value shows its error next to its field. */}
      {saving && saving.kind !== 'failed' && <SaveState {...saving} />}
      {hasInbox && (
        <Button
          data-end
          component={Link}
          size="xs"
          variant={contact.reach === 'can_text' && !contact.archived ? 'filled' : 'default'}
          to={`/dashboard/inbox?conversation=${contact.id}`}
          leftSection={<IconMessage size={16} stroke={1.75} />}
        >
          <Trans>Message</Trans>
        </Button>
      )}
    </div>
  )
}
