import type { Contact } from '@crewline/contract/contacts'
import { formatDate } from '@crewline/contract/formats'
import type { Arrival, Transfer } from '@crewline/contract/transfers'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { ArrivedTexts } from './ArrivedTexts.tsx'
import classes from './Transfer.module.css'
import { useContactTransfersQuery, useUndoTransferMutation } from './api.ts'
import { useMayTransfer } from './useMayTransfer.ts'

/** Shows where a contact was transferred or offered to, and where they came from; renders nothing without a transfer. */
export default function TransferNotes({ contact }: { contact: Contact }) {
  const { currentData } = useContactTransfersQuery(contact.id)
  const [latest] = currentData?.transfers ?? []
  const arrivals = currentData?.arrivals ?? []
  const isOffered = latest?.state === 'offered' && !contact.archived
  const isGone = latest?.state === 'done' && contact.archived
  return (
    <>
      {latest && (isOffered || isGone) && <DepartureNote transfer={latest} />}
      {!isGone && arrivals.map((arrival) => <ArrivalNote key={arrival.id} arrival={arrival} contact={contact} />)}
    </>
  )
}

function useTakingBack(): { take: (id: string, done: string) => Promise<void>; isLoading: boolean } {
  const messageFor = useErrorText()
  const [undo, { isLoading }] = useUndoTransferMutation()
  async function take(id: string, done: string): Promise<void> {
    const { error } = await undo(id)
    if (error) toast.inApp({ type: 'error', message: messageFor(error) })
    else toast.inApp({ type: 'success', message: done })
  }
  return { take, isLoading }
}

function DepartureNote({ transfer }: { transfer: Transfer }) {
  const { t, i18n } = useLingui()
  const may = useMayTransfer()
  const { take, isLoading } = useTakingBack()
  const { id, to, by, state, at, doneAt, undoUntil } = transfer
  const place = to.name
  const day = formatDate(doneAt ?? at, 'date', i18n.locale)
  if (state === 'offered')
    return (
      <div className={classes.note} role="note">
        <span className={classes.words}>
          <Trans>
            Offered to <b>{place}</b> by {by}. Someone there has to accept.
          </Trans>
        </span>
        {may.transfer && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isLoading}
            onClick={() => void take(id, t`The offer was withdrawn.`)}
          >
            <Trans>Withdraw the offer</Trans>
          </Button>
        )}
      </div>
    )
  return (
    <div className={classes.note} role="note">
      <span className={classes.words}>
        <Trans>
          Transferred to <b>{place}</b> on {day} by {by}. What was written here stays here.
        </Trans>
      </span>
      {may.transfer && undoUntil !== null && (
        <Button
          size="compact-sm"
          variant="default"
          loading={isLoading}
          onClick={() => void take(id, t`The transfer was taken back.`)}
        >
          <Trans>Take back</Trans>
        </Button>
      )}
    </div>
  )
}

function ArrivalNote({ arrival, contact }: { arrival: Arrival; contact: Contact }) {
  const { t, i18n } = useLingui()
  const may = useMayTransfer()
  const hasInbox = useCan('inbox.read')
  const { take, isLoading } = useTakingBack()
  const [isOpen, setOpen] = useState(false)
  const { id, from, by, at, texts, undoUntil } = arrival
  const day = formatDate(at, 'date', i18n.locale)
  return (
    <div className={classes.note} role="note">
      <span className={classes.words}>
        <Trans>
          Came from <b>{from}</b> on {day}, transferred by {by}.
        </Trans>
      </span>
      <span className={classes.acts}>
        {((hasInbox && texts > 0) || arrival.consent.length > 0) && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            <Trans>History from before</Trans>
          </Button>
        )}
        {may.transfer && undoUntil !== null && !contact.archived && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isLoading}
            onClick={() => void take(id, t`The contact was sent back.`)}
          >
            <Trans>Send back</Trans>
          </Button>
        )}
      </span>
      {isOpen && <ArrivedTexts arrival={arrival} name={contact.firstname} onClose={() => setOpen(false)} />}
    </div>
  )
}
