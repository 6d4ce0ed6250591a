import type { Contact } from '@crewline/contract/contacts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconMessage, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isRefusal } from '../../shared/api/send.ts'
import { useCan } from '../../shared/lib/session/select.ts'
import { fullName } from '../../shared/lib/session/state.ts'
import { PersonChip } from '../../shared/ui/PersonChip.tsx'
import { RecordDrawer } from '../../shared/ui/RecordDrawer.tsx'
import { SkeletonRows } from '../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../shared/ui/StatePanel.tsx'
import { toast } from '../../shared/ui/toast.tsx'
import { useChangeContactMutation, useContactQuery } from './api.ts'
import { ContactFacts } from './ContactFacts.tsx'
import { ContactForm, type ContactValues } from './ContactForm.tsx'
import classes from './Contacts.module.css'

export interface ContactDrawerProps {
  /** The worker whose drawer is open; none when absent. */
  id: string | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** Only what differs goes to the server, so that a teammate's change next to ours is not undone. */
function changesOf(contact: Contact, values: ContactValues): Partial<ContactValues> {
  const before: ContactValues = { ...contact, phone: contact.phoneDisplay ?? '' }
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== before[field]))
}

function Details({ contact }: { contact: Contact }) {
  const { t } = useLingui()
  const [isEditing, setEditing] = useState(false)
  const [change] = useChangeContactMutation()
  const canEdit = useCan('contacts.edit')
  const hasInbox = useCan('inbox.read')

  async function setArchived(archived: boolean): Promise<void> {
    const answer = await change({ id: contact.id, change: { archived } })
    if (answer.error) return
    toast.undo({
      message: archived ? t`Archived.` : t`Not archived any more.`,
      onUndo: () => void change({ id: contact.id, change: { archived: !archived } }),
    })
  }

  if (isEditing) {
    return (
      <ContactForm
        contact={contact}
        submitLabel={t`Save`}
        onCancel={() => setEditing(false)}
        onSubmit={async (values) => {
          const changes = changesOf(contact, values)
          const { error } =
            Object.keys(changes).length > 0 ? await change({ id: contact.id, change: changes }) : { error: undefined }
          if (!error) setEditing(false)
          return error
        }}
      />
    )
  }
  return (
    <>
      <div className={classes.acts}>
        {hasInbox && (
          <Button
            component={Link}
            variant={contact.reach === 'can_text' ? 'filled' : 'default'}
            to={`/dashboard/inbox?conversation=${contact.id}`}
            leftSection={<IconMessage size={16} stroke={1.75} />}
          >
            <Trans>Message</Trans>
          </Button>
        )}
        {canEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => setEditing(true)}
          >
            <Trans>Edit</Trans>
          </Button>
        )}
        {canEdit && (
          <Button
            variant="default"
            leftSection={
              contact.archived ? <IconArchiveOff size={16} stroke={1.75} /> : <IconArchive size={16} stroke={1.75} />
            }
            onClick={() => void setArchived(!contact.archived)}
          >
            {contact.archived ? <Trans>Bring back</Trans> : <Trans>Archive</Trans>}
          </Button>
        )}
      </div>
      <ContactFacts contact={contact} />
    </>
  )
}

/** One worker beside the list: what is known, changing it, writing to them. */
export function ContactDrawer({ id, onClose, onPrevious, onNext }: ContactDrawerProps) {
  const { t } = useLingui()
  const { currentData: contact, isError, error, refetch } = useContactQuery(id ?? '', { skip: !id })
  const isGone = isRefusal(error) && error.status === 404
  const name = contact ? fullName(contact) || (contact.phoneDisplay ?? '') : ''
  return (
    <RecordDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      title={contact ? <PersonChip name={name} tintKey={contact.id} detail={contact.jobTitle} size={40} /> : t`Contact`}
      {...(onPrevious && { onPrevious })}
      {...(onNext && { onNext })}
    >
      {contact ? <Details key={contact.id} contact={contact} /> : null}
      {!contact && !isError && <SkeletonRows count={6} height={40} />}
      {!contact &&
        isError &&
        (isGone ? (
          <StatePanel kind="noMatch" compact title={t`This contact is not here`} />
        ) : (
          <StatePanel kind="error" compact onRetry={() => void refetch()} />
        ))}
    </RecordDrawer>
  )
}
