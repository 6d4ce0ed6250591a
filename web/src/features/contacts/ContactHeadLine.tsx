import type { Contact } from '@crewline/contract/contacts'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCan } from '../../shared/lib/session/select.ts'
import { ContactStatus } from '../../shared/ui/ContactStatus.tsx'
import { RelativeTime } from '../../shared/ui/RelativeTime.tsx'
import { SaveState, type SaveStateProps } from '../../shared/ui/SaveState.tsx'
import classes from './Drawer.module.css'
import { standingOf } from './standing.ts'

export interface ContactHeadLineProps {
  contact: Contact
  /** Where the fact that is being written stands. */
  saving: SaveStateProps | undefined
}

/** Whether a worker can be texted, since when not, and the way to text them. */
export function ContactHeadLine({ contact, saving }: ContactHeadLineProps) {
  const hasInbox = useCan('inbox.read')
  return (
    <div className={classes.head}>
      <ContactStatus standing={standingOf(contact)} />
      {contact.optedOutAt && contact.reach === 'opted_out' && (
        <span className={classes.when}>
          <RelativeTime at={contact.optedOutAt} />
        </span>
      )}
      {contact.suspectSince && (
        <span className={classes.when}>
          <Trans>May not be their number any more, since</Trans> <RelativeTime at={contact.suspectSince} />
        </span>
      )}
      {/* What was refused says so beside its field. */}
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
