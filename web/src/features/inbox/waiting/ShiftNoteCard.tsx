import { formatList, formatUnit } from '@crewline/contract/formats'
import type { ShiftNote } from '@crewline/contract/shift-notes'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { waitingTimeOf } from '../list/row-chip.ts'
import { useReadShiftNoteMutation } from '../state/related-api.ts'
import classes from './Waiting.module.css'

/** Shows the note of the last shift until the member has read it; its author sees who did. */
export function ShiftNoteCard({ note }: { note: ShiftNote }) {
  const { t, i18n } = useLingui()
  const [markRead, { isLoading }] = useReadShiftNoteMutation()
  const messageFor = useErrorText()
  const { author, waiting, waitingSince, readBy } = note
  const name = author.firstname || author.lastname
  const longest = waitingSince ? waitingTimeOf(waitingSince, Date.parse(note.at)) : undefined
  const time = longest ? formatUnit(longest.value, longest.unit, i18n.locale) : ''
  const names = formatList(
    readBy.map(({ firstname, lastname }) => firstname || lastname),
    i18n.locale,
  )

  async function handleRead(): Promise<void> {
    const { error } = await markRead(note.id)
    if (error) toast.failed(error, { title: t`Couldn't mark the note as read`, message: messageFor(error) })
  }
  return (
    <section className={classes.note} aria-label={note.mine ? t`Your shift note` : t`Shift note from ${name}`}>
      <p className={classes.noteHead}>
        <IconNotes size={16} stroke={1.75} aria-hidden />
        <strong>{note.mine ? <Trans>Your shift note</Trans> : <Trans>Shift note from {name}</Trans>}</strong>
        <RelativeTime at={note.at} />
      </p>
      {waiting > 0 && (
        <p>
          <Plural
            value={waiting}
            one={`Left # person waiting, longest ${time}.`}
            other={`Left # people waiting, longest ${time}.`}
          />
        </p>
      )}
      {note.text !== '' && (
        <p className={classes.noteText} dir="auto">
          {note.text}
        </p>
      )}
      {note.mine && readBy.length > 0 && (
        <p className={classes.quiet}>
          <Trans>Read by {names}</Trans>
        </p>
      )}
      <Button size="xs" variant="default" loading={isLoading} onClick={() => void handleRead()}>
        {note.mine ? <Trans>Hide</Trans> : <Trans>Got it</Trans>}
      </Button>
    </section>
  )
}
