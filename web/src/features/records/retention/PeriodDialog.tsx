import { RETENTION_GRACE_DAYS, RETENTION_MONTHS_MAX, RETENTION_TYPED_FROM } from '@crewline/contract/retention-limits'
import { formatNumber } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { isNotProven, useProof } from '../../accounts/index.ts'
import { usePreviewRetentionQuery, useSetRetentionMutation, type RetentionPeriod } from '../api.ts'
import classes from '../Records.module.css'
import { useClassNames } from '../useClassNames.ts'
import { usePeriodText } from '../usePeriodText.ts'
import { isShorter, leastMonths, offeredMonths } from './retention-rules.ts'
import { RetentionPreview } from './RetentionPreview.tsx'

const other = 'other'

/** Changes how long a class is kept, after a look at what that deletes. */
export function PeriodDialog({ period, onClose }: { period: RetentionPeriod; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const write = usePeriodText()
  const { name } = useClassNames()[period.class]
  const { proven, dialog } = useProof()
  const [save, { isLoading }] = useSetRetentionMutation()
  const offered = offeredMonths(period.class)
  const [choice, setChoice] = useState(() => {
    if (period.months === null) return 'keep'
    return offered.includes(period.months) ? String(period.months) : other
  })
  const [entered, setEntered] = useState<number | string>(period.months ?? '')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')

  const least = leastMonths(period.class)
  const months = choice === 'keep' ? null : choice === other ? Number(entered) || 0 : Number(choice)
  const isPossible = months === null || (Number.isInteger(months) && months >= least && months <= RETENTION_MONTHS_MAX)
  const needsPreview = isPossible && months !== null && isShorter(period, months)
  const preview = usePreviewRetentionQuery(
    { class: period.class, months: months ?? least },
    { skip: !needsPreview, refetchOnMountOrArgChange: true },
  )
  const counted = needsPreview ? preview.currentData : undefined
  const count = counted?.count ?? 0
  const mustType = needsPreview && count >= RETENTION_TYPED_FROM
  const number = formatNumber(count, i18n.locale)
  const isTyped = !mustType || typed.replaceAll(/\D/g, '') === String(count)

  async function confirm(): Promise<void> {
    setProblem('')
    const { error } = await proven(() => save({ class: period.class, months, confirmed: count }))
    if (!error) return onClose()
    if (isNotProven(error)) return
    setProblem((isRefusal(error) && error.fieldErrors?.['months']) || messageFor(error))
  }

  return (
    <Dialog
      opened
      onClose={isLoading ? () => {} : onClose}
      title={t`How long to keep: ${name}`}
      size={480}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {dialog}
      <Stack gap="md">
        <Select
          label={t`Keep for`}
          value={choice}
          onChange={(value) => value && setChoice(value)}
          allowDeselect={false}
          data={[
            { value: 'keep', label: t`Until someone deletes it` },
            ...offered.map((one) => ({ value: String(one), label: write(one) })),
            { value: other, label: t`Another period` },
          ]}
          data-autofocus
        />
        {choice === other && (
          <NumberInput
            label={t`Months`}
            description={t`At least ${least}, at most ${RETENTION_MONTHS_MAX}.`}
            value={entered}
            onChange={setEntered}
            min={least}
            max={RETENTION_MONTHS_MAX}
            allowDecimal={false}
            allowNegative={false}
            error={entered !== '' && !isPossible && t`Enter a number from ${least} to ${RETENTION_MONTHS_MAX}.`}
          />
        )}
        {needsPreview && (
          <RetentionPreview counted={counted} isError={preview.isError} onRetry={() => void preview.refetch()} />
        )}
        {mustType && (
          <TextInput
            label={t`Enter ${number} to confirm`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {needsPreview && (
          <p className={classes.plain}>
            <Trans>The first deletion is in {RETENTION_GRACE_DAYS} days. Until then you can undo this.</Trans>
          </p>
        )}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isLoading}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          color={count > 0 ? 'red' : ''}
          loading={isLoading}
          disabled={!isPossible || months === period.months || (needsPreview && !counted) || !isTyped}
          onClick={() => void confirm()}
        >
          <Trans>Save period</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}
