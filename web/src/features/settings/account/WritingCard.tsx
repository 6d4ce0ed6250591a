import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Switch } from '@mantine/core'
import { chooseWriting, useWritingChoices, type UndoSeconds } from '../../messages/index.ts'
import { Setting, SettingsCard } from '../SettingsCard.tsx'

const choices: UndoSeconds[] = [0, 5, 10]

/** How one writes on this device; each choice counts at once. */
export function WritingCard() {
  const { t } = useLingui()
  const { undoSeconds, enterSends } = useWritingChoices()
  return (
    <SettingsCard id="writing" title={t`Writing`} text={t`These choices are for this device.`}>
      <Setting label={t`Undo send`} help={t`A text waits so long before it goes. Z takes the last one back.`}>
        <SegmentedControl
          aria-label={t`Undo send`}
          value={String(undoSeconds)}
          onChange={(value) => {
            const chosen = choices.find((one) => String(one) === value)
            if (chosen !== undefined) chooseWriting({ undoSeconds: chosen })
          }}
          data={choices.map((value) => ({ value: String(value), label: value === 0 ? t`Off` : t`${value} s` }))}
        />
      </Setting>
      <Setting label={t`Enter sends`} help={t`Off: Ctrl Enter sends, Enter begins a line.`}>
        <Switch
          aria-label={t`Enter sends`}
          checked={enterSends}
          onChange={(event) => chooseWriting({ enterSends: event.currentTarget.checked })}
        />
      </Setting>
    </SettingsCard>
  )
}
