import { MESSAGE_MAX_CHARACTERS, SCHEDULE_MAX_MS, SCHEDULE_MIN_MS } from '@crewline/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SubmitButton } from '../../shared/ui/SubmitButton.tsx'
import classes from './Later.module.css'
import { useDue, useMyZone } from './useDue.ts'
import { useQuietHours } from './useNight.ts'
import { chosenMoment, fieldsOf, nightEnd } from './zone-time.ts'

/** When a text goes, and with which words where they may be changed. */
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
  /** The words of a text that waits already; absent for one that is still in the composer. */
  body?: string
  /** Resolves to what went wrong, in words; empty when all is well. */
  onChoose: (chosen: Chosen) => Promise<string> | string
  onClose: () => void
}

/** The fields for the time a text goes, read on the contact's clocks. */
export default function SchedulePicker(props: SchedulePickerProps) {
  const { name, zone, first, cancelsIfReply, body: written, onChoose, onClose } = props
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
  // What is asked for at night waits for its end, as the server has it too.
  const dawn = at && night?.mode === 'hold' ? nightEnd(zone, at, night) : null
  const goes = dawn ?? at
  const [theirs, yours] = goes ? [due(goes, zone), due(goes, mine)] : ['', '']

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    const ahead = at ? at.getTime() - Date.now() : 0
    if (!at || ahead < SCHEDULE_MIN_MS) return setProblem(t`Pick a time at least one minute from now.`)
    if (ahead > SCHEDULE_MAX_MS) return setProblem(t`Pick a time within one year.`)
    if (written !== undefined && body.trim() === '') return setProblem(t`Write a message first.`)
    setBusy(true)
    const wrong = await onChoose({ at, cancelIfReply: cancels, body: body.trim() })
    setBusy(false)
    setProblem(wrong)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={written === undefined ? t`Send later` : t`Change scheduled text`}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
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
                  It is night for <bdi>{name}</bdi> then.
                </Trans>{' '}
              </>
            )}
            {zone === mine || theirs === yours ? (
              theirs && <Trans>Goes out: {theirs}</Trans>
            ) : (
              <Trans>
                Goes out: {theirs} for <bdi>{name}</bdi>, {yours} for you
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
            <SubmitButton isSending={isBusy}>
              {written === undefined ? <Trans>Schedule</Trans> : <Trans>Save</Trans>}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
