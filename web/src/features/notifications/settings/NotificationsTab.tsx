import { useLingui } from '@lingui/react/macro'
import { Radio, Stack, Switch } from '@mantine/core'
import type { NotificationPrefs } from '@crewline/contract/notifications'
import { useEditNotificationPrefsMutation, useNotificationPrefsQuery } from '../api.ts'
import { SkeletonRows } from '../../../shared/ui/table/SkeletonRows.tsx'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { Setting, SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { DigestCard } from './DigestCard.tsx'
import classes from './NotificationsTab.module.css'
import { QuietHours } from './QuietHours.tsx'

type Kind = 'inbound' | 'assigned' | 'mention' | 'voicemail'

/** The notification settings of this member; each choice applies at once. */
export function NotificationsTab() {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const { data, isError, refetch } = useNotificationPrefsQuery()
  const [edit] = useEditNotificationPrefsMutation()
  if (isError && !data) return <StatePanel kind="error" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const { prefs } = data
  async function keep(change: Partial<NotificationPrefs>): Promise<void> {
    const { error } = await edit(change)
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  const kinds: { key: Kind; name: string }[] = [
    { key: 'inbound', name: t`New messages` },
    { key: 'voicemail', name: t`Voicemails` },
    { key: 'assigned', name: t`Conversations assigned to me` },
    { key: 'mention', name: t`Notes that mention me` },
  ]
  return (
    <>
      <SettingsCard
        id="notices"
        title={t`Notify me about`}
        text={t`Unread counts always show, even with notifications off.`}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.spoken}>{t`Event`}</th>
              <th scope="col">{t`On screen`}</th>
              <th scope="col">{t`Push`}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ key, name }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {(['toast', 'push'] as const).map((channel) => (
                  <td key={channel}>
                    <Switch
                      aria-label={channel === 'toast' ? t`${name}: on screen` : t`${name}: push`}
                      checked={prefs[key][channel]}
                      onChange={(event) =>
                        void keep({ [key]: { ...prefs[key], [channel]: event.currentTarget.checked } })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Setting label={t`New messages from`}>
          <Radio.Group
            aria-label={t`New messages from`}
            value={prefs.inboundOf}
            onChange={(value) => void keep({ inboundOf: value === 'mine' ? 'mine' : 'all' })}
          >
            <Stack gap={8}>
              <Radio value="all" label={t`All conversations`} />
              <Radio value="mine" label={t`Only mine and unassigned`} />
            </Stack>
          </Radio.Group>
        </Setting>
        <Setting label={t`Sound`} help={t`Play a sound when Crewline is in the background.`}>
          <Switch
            aria-label={t`Sound`}
            checked={prefs.sound}
            onChange={(event) => void keep({ sound: event.currentTarget.checked })}
          />
        </Setting>
        <QuietHours quiet={prefs.quiet} onChoose={(quiet) => void keep({ quiet })} />
      </SettingsCard>
      <DigestCard digest={prefs.digest} onChoose={(digest) => void keep({ digest })} />
      <DevicesCard devices={data.devices} pushKey={data.pushKey} />
    </>
  )
}
