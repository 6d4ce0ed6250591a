import { MESSAGE_MAX_CHARACTERS, SCHEDULE_MAX_MS, SCHEDULE_MIN_MS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SubmitButton } from '../../../shared/ui/form/SubmitButton.tsx'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import classes from './Later.module.css'
import { useDue, useMyZone } from '../../../shared/ui/text/useDue.ts'
import { useQuietHours } from './useNight.ts'
import { chosenMoment, fieldsOf, nightEnd } from './zone-time.ts'

/** When a message is sent, and its text where it can be edited. */
export interface Chosen {
  at: Date
  cancelIfReply: boolean
  body: string
}

export interface SchedulePickerProps {
  name: string
  zone: string
  first: Date
  cancelsIfReply: boolean
  /** The text of a message that is already scheduled; absent for one in the composer. */
  body?: string | undefined
  /** Set for a message that was sent before: only its time can change. */
  isTimeOnly?: boolean
  /** Resolves to an error message; empty on success. */
  onChoose: (chosen: Chosen) => Promise<string> | string
  onClose: () => void
}

/** Fields for the send time, in the time zone of the contact. */
export default function SchedulePicker(props: SchedulePickerProps) {
  const { name, zone, first, cancelsIfReply, body: written, isTimeOnly = false, onChoose, onClose } = props
  const isNew = written === undefined && !isTimeOnly
  const { t } = useLingui()
  const due = useDue()
  const mine = useMyZone()
  const [fields, setFields] = useState(() => fieldsOf(zone, first))
  const [cancels, setCancels] = useState(cancelsIfReply)
  const [body, setBody] = useState(written ?? '')
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const at = chosenMoment(zone, fields.date, fields.time)
  const night = useQuietHours()
  // A time in quiet hours is moved to their end, as on the server.
  const dawn = at && night?.mode === 'hold' ? nightEnd(zone, at, night) : null
  const sendAt = dawn ?? at
  const [theirs, yours] = sendAt ? [due(sendAt, zone), due(sendAt, mine)] : ['', '']

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    const ahead = at ? at.getTime() - Date.now() : 0
    if (!at || ahead < SCHEDULE_MIN_MS) return setProblem(t`Pick a time at least 1 minute from now.`)
    if (ahead > SCHEDULE_MAX_MS) return setProblem(t`Pick a time within the next year.`)
    if (written !== undefined && body.trim() === '') return setProblem(t`Enter a message first.`)
    setBusy(true)
    const refusal = await onChoose({ at, cancelIfReply: cancels, body: body.trim() })
    setBusy(false)
    setProblem(refusal)
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={isNew ? t`Send later` : isTimeOnly ? t`Change the time` : t`Edit scheduled text`}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {isTimeOnly && (
            <Text size="sm">
              <Trans>
                This text was sent once already and may have arrived, so its words can't change. To say something else,
                cancel it and write a new one.
              </Trans>
            </Text>
          )}
          {written !== undefined && (
            <Textarea
              label={t`Message`}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
              autosize
              minRows={2}
              maxRows={8}
              maxLength={MESSAGE_MAX_CHARACTERS}
              dir="auto"
            />
          )}
          <div className={classes.fields}>
            <TextInput
              type="date"
              label={t`Day`}
              value={fields.date}
              onChange={(event) => setFields({ ...fields, date: event.currentTarget.value })}
              data-autofocus
            />
            <TextInput
              type="time"
              label={t`Time`}
              value={fields.time}
              onChange={(event) => setFields({ ...fields, time: event.currentTarget.value })}
            />
          </div>
          <p className={classes.both} role="status">
            {dawn && (
              <>
                <Trans>
                  That's during the night for <bdi>{name}</bdi>.
                </Trans>{' '}
              </>
            )}
            {zone === mine || theirs === yours ? (
              theirs && <Trans>Sends {theirs}</Trans>
            ) : (
              <Trans>
                Sends {theirs} for <bdi>{name}</bdi>, {yours} for you
              </Trans>
            )}
          </p>
          <Checkbox
            label={t`Cancel if ${name} replies first`}
            checked={cancels}
            onChange={(event) => setCancels(event.currentTarget.checked)}
          />
          {problem && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <SubmitButton isSending={isBusy}>{isNew ? <Trans>Schedule</Trans> : <Trans>Save</Trans>}</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
