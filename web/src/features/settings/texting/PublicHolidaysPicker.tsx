import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useCreateHolidayMutation } from '../../organizations/index.ts'
import { announce } from '../../../shared/ui/announce.ts'
import { SubmitButton } from '../../../shared/ui/SubmitButton.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import type { PublicHoliday } from './public-holidays.ts'
import { useHolidayWords } from './useHolidayWords.ts'

export interface PublicHolidaysPickerProps {
  /** The country as ISO 3166 writes it. */
  country: string
  /** Those that are no holiday of the organization yet. */
  offered: readonly PublicHoliday[]
  onClose: () => void
}

/** Public holidays of the coming year to choose from; what is the same day each year is added for every year. */
export default function PublicHolidaysPicker({ country, offered, onClose }: PublicHolidaysPickerProps) {
  const { t, i18n } = useLingui()
  const wordsFor = useRefusalWords()
  const { daysOf, nameOf } = useHolidayWords()
  const [create, { isLoading }] = useCreateHolidayMutation()
  const [chosen, setChosen] = useState<string[]>([])
  const [problem, setProblem] = useState('')
  const land = new Intl.DisplayNames([i18n.locale], { type: 'region' }).of(country) ?? country

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // The settings around this dialog are a form of their own.
    event.stopPropagation()
    if (chosen.length === 0) return setProblem(t`Choose at least one.`)
    for (const { key, day, isFixed } of offered.filter((one) => chosen.includes(one.key))) {
      const { error } = await create({ name: nameOf(key), from: day, to: day, yearly: isFixed })
      // What was added before is not offered any more: another try goes on here.
      if (error) return setProblem(wordsFor(error))
    }
    const count = chosen.length
    announce(plural(count, { one: '# holiday added', other: '# holidays added' }))
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Public holidays: ${land}`}
      size={480}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            <Trans>Those of the coming year that are not in your list yet.</Trans>
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <SubmitButton isSending={isLoading}>
              <Trans>Add chosen</Trans>
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
