import { formatDate } from '@crewline/contract/formats'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconBellOff, IconChecks, IconSettings, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../shared/ui/text/useErrorText.ts'
import { useEditNotificationPrefsMutation, useNotificationPrefsQuery, useReadAllMutation } from './api.ts'
import classes from './Notifications.module.css'
import { mutedUntil, muteEnd } from './mute-rules.ts'

/** The actions of the notifications panel: mark all read, mute for a while, open the settings. */
export function NotificationsActions({ onOpen }: { onOpen: () => void }) {
  const { t, i18n } = useLingui()
  const messageFor = useErrorText()
  const { data } = useNotificationPrefsQuery()
  const [edit] = useEditNotificationPrefsMutation()
  const [readAll, { isLoading }] = useReadAllMutation()
  const waiting = useSession(({ message }) => message.notifications.length)
  // The panel is remounted each time it opens.
  const [openedAt] = useState(() => new Date())
  const until = mutedUntil(data?.prefs.muteUntil ?? null, openedAt)
  const hasSound = data?.prefs.sound ?? true
  async function keep(change: Parameters<typeof edit>[0]): Promise<void> {
    const { error } = await edit(change)
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  async function read(): Promise<void> {
    const { error } = await readAll()
    if (error) toast.failed(error, { title: t`Couldn't save`, message: messageFor(error) })
  }
  return (
    <div className={classes.acts}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconChecks size={16} stroke={1.75} />}
        disabled={waiting === 0}
        loading={isLoading}
        onClick={() => void read()}
      >
        <Trans>Mark all as read</Trans>
      </Button>
      {/* Inside the panel: a click outside would close it before the result is visible. */}
      <Menu position="top-end" width={240} withinPortal={false}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={until ? <IconBellOff size={16} stroke={1.75} /> : <IconVolume size={16} stroke={1.75} />}
          >
            {until ? <Trans>Muted until {formatDate(until, 'time', i18n.locale)}</Trans> : <Trans>Options</Trans>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t`Options`}>
          <Menu.Item
            leftSection={hasSound ? <IconVolumeOff size={16} stroke={1.75} /> : <IconVolume size={16} stroke={1.75} />}
            onClick={() => void keep({ sound: !hasSound })}
          >
            {hasSound ? <Trans>Turn off sound</Trans> : <Trans>Turn on sound</Trans>}
          </Menu.Item>
          <Menu.Divider />
          {until ? (
            <Menu.Item
              leftSection={<IconBellOff size={16} stroke={1.75} />}
              onClick={() => void keep({ muteUntil: null })}
            >
              <Trans>Unmute notifications</Trans>
            </Menu.Item>
          ) : (
            <>
              <Menu.Item
                leftSection={<IconBellOff size={16} stroke={1.75} />}
                onClick={() => void keep({ muteUntil: muteEnd('hour', new Date()) })}
              >
                <Trans>Mute for 1 hour</Trans>
              </Menu.Item>
              <Menu.Item
                leftSection={<IconBellOff size={16} stroke={1.75} />}
                onClick={() => void keep({ muteUntil: muteEnd('tomorrow', new Date()) })}
              >
                <Trans>Mute until tomorrow</Trans>
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item
            component={Link}
            to="/dashboard/settings?tab=notifications"
            leftSection={<IconSettings size={16} stroke={1.75} />}
            onClick={onOpen}
          >
            <Trans>Notification settings</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
