import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Switch } from '@mantine/core'
import { chooseWriting, useWritingChoices, type UndoSeconds } from '../composer/writing-choices.ts'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'

const choices: UndoSeconds[] = [0, 5, 10]

/** The composer settings of this device; each choice applies at once. */
export function WritingCard() {
  const { t } = useLingui()
  const { undoSeconds, enterSends } = useWritingChoices()
  return (
    <SettingsCard id="writing" title={t`Writing`} text={t`These settings apply only to this device.`}>
      <Setting label={t`Undo send`} help={t`How long to wait before sending. Press Z to undo.`}>
        <SegmentedControl
          aria-label={t`Undo send`}
          value={String(undoSeconds)}
          onChange={(value) => {
            const chosen = choices.find((choice) => String(choice) === value)
            if (chosen !== undefined) chooseWriting({ undoSeconds: chosen })
          }}
          data={choices.map((value) => ({ value: String(value), label: value === 0 ? t`Off` : t`${value} sec` }))}
        />
      </Setting>
      <Setting label={t`Enter to send`} help={t`When off, press Ctrl Enter to send and Enter for a new line.`}>
        <Switch
          aria-label={t`Enter to send`}
          checked={enterSends}
          onChange={(event) => chooseWriting({ enterSends: event.currentTarget.checked })}
        />
      </Setting>
    </SettingsCard>
  )
}
