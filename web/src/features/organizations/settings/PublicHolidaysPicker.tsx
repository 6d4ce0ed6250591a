import { countryName } from '@crewline/contract/formats'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCreateHolidayMutation } from '../holidays-api.ts'
import { announce } from '../../../shared/ui/feedback/announce.ts'
import { FormDialog } from '../../../shared/ui/overlay/FormDialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import type { PublicHoliday } from './public-holidays.ts'
import { useHolidayText } from './useHolidayText.ts'

export interface PublicHolidaysPickerProps {
  /** ISO 3166 country code. */
  country: string
  /** The public holidays that the organization has not added yet. */
  offered: readonly PublicHoliday[]
  onClose: () => void
}

/** Lists the public holidays of the coming year to add; those on a fixed date are added for every year. */
export default function PublicHolidaysPicker({ country, offered, onClose }: PublicHolidaysPickerProps) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const { daysOf, nameOf } = useHolidayText()
  const [create, { isLoading }] = useCreateHolidayMutation()
  const [chosen, setChosen] = useState<string[]>([])
  const [problem, setProblem] = useState('')
  const land = countryName(country, i18n.locale)

  async function submit(): Promise<void> {
    if (chosen.length === 0) return setProblem(t`Choose at least one.`)
    for (const { key, day, isFixed } of offered.filter((holiday) => chosen.includes(holiday.key))) {
      const { error } = await create({ name: nameOf(key), from: day, to: day, yearly: isFixed })
      // Holidays already added are no longer offered, so a retry continues here.
      if (error) return setProblem(messageFor(error))
    }
    const count = chosen.length
    announce(plural(count, { one: '# holiday added', other: '# holidays added' }))
    onClose()
  }
  return (
    <FormDialog
      title={t`Public holidays: ${land}`}
      size={480}
      submit={t`Add selected`}
      isSending={isLoading}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        <Trans>Holidays in the coming year that aren't on your list yet.</Trans>
      </Text>
      <Checkbox.Group
        aria-label={t`Public holidays: ${land}`}
        value={chosen}
        onChange={(keys) => {
          setProblem('')
          setChosen(keys)
        }}
        error={problem}
      >
        <Stack gap="sm">
          {offered.map(({ key, day, isFixed }) => {
            const days = daysOf({ from: day, to: day })
            return (
              <Checkbox
                key={key}
                value={key}
                label={nameOf(key)}
                description={isFixed ? t`${days}, every year` : days}
              />
            )
          })}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
