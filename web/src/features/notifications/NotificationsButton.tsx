import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { Hint } from '../../shared/ui/overlay/Hint.tsx'
import { LazySheet } from '../../shared/ui/overlay/LazySheet.tsx'
import classes from './Notifications.module.css'

const NotificationsPanel = lazyPart(async () => ({
  default: (await import('./NotificationsPanel.tsx')).NotificationsPanel,
}))

const most = 99

/** Formats a count for a badge: undefined for zero, at most 99+. */
export function badgeOf(count: number): string | undefined {
  if (count === 0) return undefined
  return count > most ? `${most}+` : String(count)
}

/** The notifications button with the number of waiting contacts; opens the list of them and the updates. */
export function NotificationsButton() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const count = useSession(({ ws, message }) => Math.max(ws.unreadMessages, message.notifications.length))
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const badge = badgeOf(count)
  const close = () => setOpen(false)
  const button = (
    <ActionIcon
      className={classes.bell ?? ''}
      onClick={() => setOpen(!isOpen)}
      aria-label={badge ? t`Notifications, ${badge} unread` : t`Notifications`}
      aria-expanded={isOpen}
    >
      <IconBell size={20} stroke={1.75} />
      {badge && (
        <span className={classes.badge} aria-hidden>
          {badge}
        </span>
      )}
    </ActionIcon>
  )
  const panel = (
    <Suspense fallback={<div className={classes.waiting} />}>
      <NotificationsPanel onOpen={close} />
    </Suspense>
  )
  if (isPhone) {
    return (
      <>
        {button}
        <LazySheet isOpen={isOpen} onClose={close} title={t`Notifications`}>
          {panel}
        </LazySheet>
      </>
    )
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Hint label={t`Notifications`} disabled={isOpen}>
          {button}
        </Hint>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t`Notifications`}>
        {panel}
      </Popover.Dropdown>
    </Popover>
  )
}
