import { useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import type { NotificationPrefs } from '@crewline/contract/notifications'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'

type Digest = NotificationPrefs['digest']

export interface DigestCardProps {
  digest: Digest
  onChoose: (digest: Digest) => void
}

/** How often the member gets an email about what they have not seen. */
export function DigestCard({ digest, onChoose }: DigestCardProps) {
  const { t } = useLingui()
  const choices: { value: Digest; label: string }[] = [
    { value: 'off', label: t`Never` },
    { value: '15m', label: t`Every 15 minutes` },
    { value: '1h', label: t`Every hour` },
    { value: 'daily', label: t`Once a day, at 8 in the morning` },
  ]
  return (
    <SettingsCard
      id="digest"
      title={t`Email digest`}
      text={t`One email about what you haven't seen: waiting conversations, voicemail, mentions, assignments and approvals. Only when there is something new and you are not using Crewline, and not in your quiet hours.`}
    >
      <Radio.Group
        label={t`How often`}
        value={digest}
        onChange={(value) => onChoose(choices.find((choice) => choice.value === value)?.value ?? 'off')}
      >
        <Stack gap={8}>
          {choices.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
    </SettingsCard>
  )
}
