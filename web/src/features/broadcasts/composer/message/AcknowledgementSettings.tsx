import type { Acknowledgement } from '@crewline/contract/broadcast-questions'
import { BROADCAST_REMINDERS_MAX } from '@crewline/contract/broadcast-limits'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, NativeSelect, NumberInput, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useCan } from '../../../../shared/lib/session/select.ts'
import { fullName } from '../../../../shared/lib/session/state.ts'
import { useSuccessorsQuery } from '../../../team/index.ts'
import classes from '../Fields.module.css'
import type { Draft } from '../useDraft.ts'

export interface AcknowledgementSettingsProps {
  acknowledgement: Acknowledgement
  draft: Draft
}

/** The shortest and longest time before a reminder, in minutes. */
const [reminderMin, reminderMax] = [15, 10_080]
const usualReminder = 240
const NO_ONE = 'none'

/** When people who have not confirmed are reminded, who is told about them, and when. */
export function AcknowledgementSettings({ acknowledgement, draft }: AcknowledgementSettingsProps) {
  const { t } = useLingui()
  const { remindAfterMinutes, untilPercent, escalateTo, escalateAfter } = acknowledgement
  const { data: members } = useSuccessorsQuery(undefined, { skip: !useCan('inbox.read') })
  const change = (part: Partial<Acknowledgement>) => draft.change({ acknowledgement: { ...acknowledgement, ...part } })
  const changeReminders = (minutes: number[]) => change({ remindAfterMinutes: minutes })
  return (
    <div className={classes.settings}>
      <fieldset className={classes.options} name="acknowledgement.remindAfterMinutes">
        <legend className={classes.label}>
          <Trans>Reminders</Trans>
        </legend>
        {remindAfterMinutes.map((minutes, at) => (
          // Reminders have no identity but their place.
          <div key={at} className={classes.answer}>
            <span className={classes.answerNumber}>{at + 1}</span>
            <NumberInput
              aria-label={t`Minutes before reminder ${at + 1}`}
              prefix={t`after `}
              suffix={t` minutes`}
              min={reminderMin}
              max={reminderMax}
              allowDecimal={false}
              step={15}
              value={minutes}
              onChange={(value) =>
                typeof value === 'number' &&
                value >= reminderMin &&
                value <= reminderMax &&
                changeReminders(remindAfterMinutes.with(at, value))
              }
            />
            <ActionIcon
              aria-label={t`Remove reminder ${at + 1}`}
              onClick={() => changeReminders(remindAfterMinutes.toSpliced(at, 1))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          </div>
        ))}
        {remindAfterMinutes.length < BROADCAST_REMINDERS_MAX && (
          <Button
            className={classes.ownLine ?? ''}
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => changeReminders([...remindAfterMinutes, usualReminder])}
          >
            <Trans>Add a reminder</Trans>
          </Button>
        )}
      </fieldset>
      <NumberInput
        className={classes.number ?? ''}
        label={t`Stop reminding at`}
        suffix={t` % confirmed`}
        min={1}
        max={100}
        clampBehavior="strict"
        allowDecimal={false}
        value={untilPercent}
        onChange={(value) => typeof value === 'number' && value >= 1 && change({ untilPercent: value })}
      />
      <Select
        label={t`Then tell`}
        description={t`This teammate learns who hasn't confirmed, unless enough people have by then.`}
        value={escalateTo ?? NO_ONE}
        onChange={(id) => change({ escalateTo: id === NO_ONE ? null : id })}
        data={[
          { value: NO_ONE, label: t`No one` },
          ...(members ?? []).map((member) => ({ value: member.userId, label: fullName(member) })),
        ]}
        searchable
        allowDeselect={false}
        error={draft.errors['acknowledgement.escalateTo']}
      />
      {escalateTo !== null && remindAfterMinutes.length > 1 && (
        <NativeSelect
          label={t`When to tell them`}
          value={String(Math.min(escalateAfter ?? remindAfterMinutes.length, remindAfterMinutes.length))}
          onChange={({ currentTarget }) => {
            const count = Number(currentTarget.value)
            change({ escalateAfter: count === remindAfterMinutes.length ? null : count })
          }}
          data={remindAfterMinutes.map((_, at) => ({
            value: String(at + 1),
            label:
              at + 1 === remindAfterMinutes.length
                ? t`After the last reminder`
                : plural(at + 1, { one: 'After # reminder', other: 'After # reminders' }),
          }))}
        />
      )}
    </div>
  )
}
