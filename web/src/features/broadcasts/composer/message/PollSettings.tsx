import type { Poll } from '@crewline/contract/broadcast-questions'
import { BROADCAST_OPTIONS_MAX } from '@crewline/contract/broadcast-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { changeAndFocus } from '../../../../shared/lib/change-and-focus.ts'
import classes from '../Fields.module.css'
import type { Draft } from '../useDraft.ts'

export interface PollSettingsProps {
  poll: Poll
  draft: Draft
}

const labelMax = 60
const hoursMax = 720

/** How people answer a poll, and until when. */
export function PollSettings({ poll, draft }: PollSettingsProps) {
  const { t } = useLingui()
  const change = (part: Partial<Poll>) => draft.change({ poll: { ...poll, ...part } })
  return (
    <div className={classes.settings}>
      <Select
        label={t`Answer`}
        value={poll.type}
        onChange={(type) => type && change({ type, ...(type === 'choice' && { options: atLeastTwo(poll.options) }) })}
        allowDeselect={false}
        data={[
          { value: 'yes_no', label: t`Yes or no` },
          { value: 'choice', label: t`One of several answers` },
          { value: 'scale', label: t`A number from 1 to 5` },
          { value: 'number', label: t`Any number` },
          { value: 'text', label: t`Their own words` },
        ]}
      />
      {poll.type === 'choice' && (
        <Options poll={poll} onChange={(options) => change({ options })} error={draft.errors['poll.options']} />
      )}
      <NumberInput
        className={classes.number ?? ''}
        label={t`Open for`}
        suffix={t` hours`}
        min={1}
        max={hoursMax}
        clampBehavior="strict"
        allowDecimal={false}
        value={poll.closesAfterHours}
        onChange={(hours) => typeof hours === 'number' && hours >= 1 && change({ closesAfterHours: hours })}
        error={draft.errors['poll.closesAfterHours']}
      />
      <Checkbox
        label={t`Anonymous`}
        description={t`No answer is stored with its person. Results show from five people on.`}
        checked={poll.anonymous}
        onChange={(event) => change({ anonymous: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`People can change their answer`}
        checked={poll.allowChange}
        onChange={(event) => change({ allowChange: event.currentTarget.checked })}
      />
    </div>
  )
}

type Option = Poll['options'][number]

function atLeastTwo(options: Option[]): Option[] {
  const blank = Math.max(0, 2 - options.length)
  return [...options, ...Array.from({ length: blank }, () => ({ label: '' }))]
}

interface OptionsProps {
  poll: Poll
  onChange: (options: Option[]) => void
  error: string | undefined
}

function Options({ poll: { options }, onChange, error }: OptionsProps) {
  const { t } = useLingui()
  const list = useRef<HTMLFieldSetElement>(null)
  const changeAt = (at: number, label: string) =>
    onChange(options.map((option, index) => (index === at ? { ...option, label } : option)))
  function add(): void {
    changeAndFocus(
      () => onChange([...options, { label: '' }]),
      () => [...(list.current?.querySelectorAll('input') ?? [])].at(-1),
    )
  }
  return (
    <fieldset className={classes.options} ref={list} name="poll.options">
      <legend className={classes.label}>
        <Trans>Answers</Trans>
      </legend>
      {options.map((option, at) => (
        // The place is the number people reply with, so it identifies the answer.
        <div key={at} className={classes.answer}>
          <span className={classes.answerNumber}>{at + 1}</span>
          <TextInput
            aria-label={t`Answer ${at + 1}`}
            value={option.label}
            maxLength={labelMax}
            onChange={(event) => changeAt(at, event.currentTarget.value)}
            dir="auto"
          />
          {options.length > 2 && (
            <ActionIcon aria-label={t`Remove answer ${at + 1}`} onClick={() => onChange(options.toSpliced(at, 1))}>
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
      {options.length < BROADCAST_OPTIONS_MAX && (
        <Button
          className={classes.ownLine ?? ''}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={add}
        >
          <Trans>Add an answer</Trans>
        </Button>
      )}
      {error && (
        <p className={classes.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
