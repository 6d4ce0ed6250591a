import { useLingui } from '@lingui/react/macro'
import { Radio, Stack, Switch } from '@mantine/core'
import type { NotificationPrefs } from '@crewline/contract/notifications'
import { useEditNotificationPrefsMutation, useNotificationPrefsQuery } from '../../notifications/index.ts'
import { SkeletonRows } from '../../../shared/ui/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { Setting, SettingsCard } from '../SettingsCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import classes from './NotificationsTab.module.css'
import { QuietHours } from './QuietHours.tsx'

type Kind = 'inbound' | 'assigned' | 'mention' | 'voicemail'

/** What this member hears of, and how; each choice counts at once. */
export function NotificationsTab() {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const { data, isError, refetch } = useNotificationPrefsQuery()
  const [edit] = useEditNotificationPrefsMutation()
  if (isError) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const { prefs } = data
  async function keep(change: Partial<NotificationPrefs>): Promise<void> {
    const { error } = await edit(change)
    if (error) toast.api({ title: t`Not saved`, message: wordsFor(error) }, 'ERROR')
  }
  const kinds: { key: Kind; name: string }[] = [
    { key: 'inbound', name: t`New messages` },
    { key: 'voicemail', name: t`Voicemail` },
    { key: 'assigned', name: t`Conversations given to me` },
    { key: 'mention', name: t`Notes that mention me` },
  ]
  return (
    <>
      <SettingsCard
        id="notices"
        title={t`What to tell you`}
        text={t`The counts in the inbox and the bell always stay.`}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.spoken}>{t`What happened`}</th>
              <th scope="col">{t`On screen`}</th>
              <th scope="col">{t`Push`}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ key, name }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {(['toast', 'push'] as const).map((way) => (
                  <td key={way}>
                    <Switch
                      aria-label={way === 'toast' ? t`${name}: on screen` : t`${name}: push`}
                      checked={prefs[key][way]}
                      onChange={(event) => void keep({ [key]: { ...prefs[key], [way]: event.currentTarget.checked } })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Setting label={t`Messages of`}>
          <Radio.Group
            aria-label={t`Messages of`}
            value={prefs.inboundOf}
            onChange={(value) => void keep({ inboundOf: value === 'mine' ? 'mine' : 'all' })}
          >
            <Stack gap={8}>
              <Radio value="all" label={t`Everybody`} />
              <Radio value="mine" label={t`Conversations of mine and of nobody`} />
            </Stack>
          </Radio.Group>
        </Setting>
        <Setting label={t`Sound`} help={t`A short chime when Crewline is not in front.`}>
          <Switch
            aria-label={t`Sound`}
            checked={prefs.sound}
            onChange={(event) => void keep({ sound: event.currentTarget.checked })}
          />
        </Setting>
        <QuietHours quiet={prefs.quiet} onChoose={(quiet) => void keep({ quiet })} />
      </SettingsCard>
      <DevicesCard devices={data.devices} pushKey={data.pushKey} />
    </>
  )
}
