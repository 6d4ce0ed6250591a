import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Divider, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Pick, PickList } from './ChoiceList.tsx'
import classes from './Choices.module.css'
import { snoozeTimes, type SnoozeTime } from './snooze-times.ts'

export interface SnoozeChoicesProps {
  /** Whether it is snoozed now, so that it can be unsnoozed. */
  isSnoozed?: boolean
  onSnooze: (until: string | null) => void
}

function localInput(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Lists the times to snooze a conversation until. For a Popover. */
export default function SnoozeChoices({ isSnoozed = false, onSnooze }: SnoozeChoicesProps) {
  const { t, i18n } = useLingui()
  const [now] = useState(() => new Date())
  const [picked, setPicked] = useState('')
  const names: Record<SnoozeTime['key'], string> = {
    later: t`Later today`,
    tomorrow: t`Tomorrow`,
    monday: t`Monday`,
  }
  const isAhead = picked !== '' && new Date(picked).getTime() > now.getTime()
  return (
    <PickList>
      {isSnoozed && (
        <>
          <Pick onPick={() => onSnooze(null)}>
            <Trans>Unsnooze</Trans>
          </Pick>
          <Divider my={4} />
        </>
      )}
      {snoozeTimes(now).map(({ key, at }) => (
        <Pick
          key={key}
          end={<span className={classes.quiet}>{formatDate(at, 'time', i18n.locale)}</span>}
          onPick={() => onSnooze(at.toISOString())}
        >
          {names[key]}
        </Pick>
      ))}
      <Divider my={4} />
      <form
        className={classes.pick}
        onSubmit={(event) => {
          event.preventDefault()
          if (isAhead) onSnooze(new Date(picked).toISOString())
        }}
      >
        <TextInput
          type="datetime-local"
          size="xs"
          label={t`Pick a time`}
          min={localInput(now)}
          value={picked}
          onChange={(event) => setPicked(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" disabled={!isAhead}>
          <Trans>Snooze</Trans>
        </Button>
      </form>
    </PickList>
  )
}
