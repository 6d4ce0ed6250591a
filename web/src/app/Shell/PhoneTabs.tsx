import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconDots, IconMessagePlus, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { Fragment, useRef, useState } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { MemberPanel } from '../../features/accounts/index.ts'
import { pathOf, pinned } from '../../features/apps/index.ts'
import { badgeOf } from '../../features/notifications/index.ts'
import { useCan, usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { LazySheet } from '../../shared/ui/overlay/LazySheet.tsx'
import { listNavigationItems } from './places.ts'
import { UsageSlot } from './UsageSlot.tsx'
import classes from './Phone.module.css'

export interface PhoneTabsProps {
  /** Opens the search for a contact to text. */
  onFind: () => void
  onLogOut: () => Promise<void>
  onHelp: (opener: HTMLElement | null) => void
}

function NewSheet({ isOpen, onClose, onFind }: { isOpen: boolean; onClose: () => void; onFind: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canText = useCan('inbox.reply')
  const canAdd = useCan('contacts.edit')
  function choose(action: () => void): void {
    onClose()
    action()
  }
  return (
    <LazySheet isOpen={isOpen} onClose={onClose} title={t`New`}>
      {canText && (
        <UnstyledButton className={classes.choice} onClick={() => choose(onFind)}>
          <IconMessagePlus size={20} stroke={1.75} aria-hidden />
          <Trans>Message</Trans>
        </UnstyledButton>
      )}
      {canAdd && (
        <UnstyledButton
          className={classes.choice}
          onClick={() => choose(() => void navigate('/dashboard/contacts?add=1'))}
        >
          <IconUserPlus size={20} stroke={1.75} aria-hidden />
          <Trans>Contact</Trans>
        </UnstyledButton>
      )}
    </LazySheet>
  )
}

/** The bottom bar of every page on a phone: pages, + in the middle, the rest under More. */
export function PhoneTabs({ onFind, onLogOut, onHelp }: PhoneTabsProps) {
  const { t, i18n } = useLingui()
  const [sheet, setSheet] = useState<'none' | 'new' | 'more'>('none')
  const more = useRef<HTMLButtonElement>(null)
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  const unread = badgeOf(useSession(({ ws }) => ws.unreadMessages))
  const isPastDue = usePastDue()
  const canReply = useCan('inbox.reply')
  const canMake = !isPastDue && (canReply || permissions?.includes('contacts.edit'))
  const close = () => setSheet('none')
  const allowed = listNavigationItems(permissions)
  const tabs = allowed.filter(({ isTab }) => isTab)
  const features = useSession(({ auth }) => auth.features)
  const pinnedApps = useSession(({ auth }) => auth.pinnedApps)
  const pins = pinned(pinnedApps, features)
  const moreItems = [
    ...allowed.filter(({ isTab, isSecondary }) => !isTab && !isSecondary),
    ...pins.map((app) => ({ path: pathOf(app), name: app.name, icon: app.icon, end: true })),
    ...allowed.filter(({ isTab, isSecondary }) => !isTab && isSecondary),
  ]
  const middle = Math.ceil(tabs.length / 2)
  return (
    <nav className={classes.tabs} aria-label={t`Main`}>
      {tabs.map(({ path, name, icon: IconComponent, end }, at) => (
        <Fragment key={path}>
          {at === middle && canMake && (
            <UnstyledButton className={classes.tab} onClick={() => setSheet('new')}>
              <IconPlus size={22} stroke={1.75} aria-hidden />
              <Trans>New</Trans>
            </UnstyledButton>
          )}
          <NavLink to={path} end={end ?? false} className={classes.tab ?? ''}>
            <IconComponent size={22} stroke={1.75} aria-hidden />
            {i18n._(name)}
            {path.endsWith('/inbox') && unread && (
              <span className={classes.badge}>
                {unread}
                <span className={classes.hidden}> {t`unread`}</span>
              </span>
            )}
          </NavLink>
        </Fragment>
      ))}
      <UnstyledButton className={classes.tab} ref={more} onClick={() => setSheet('more')}>
        <IconDots size={22} stroke={1.75} aria-hidden />
        <Trans>More</Trans>
      </UnstyledButton>
      <NewSheet isOpen={sheet === 'new'} onClose={close} onFind={onFind} />
      <LazySheet isOpen={sheet === 'more'} onClose={close} title={t`More`}>
        {moreItems.length > 0 && (
          <ul className={classes.rest}>
            {moreItems.map(({ path, name, icon: IconComponent, end }) => (
              <li key={path}>
                <NavLink to={path} end={end ?? false} className={classes.choice ?? ''} onClick={close}>
                  <IconComponent size={20} stroke={1.75} aria-hidden />
                  {i18n._(name)}
                </NavLink>
              </li>
            ))}
          </ul>
        )}
        <UsageSlot isPhone />
        <MemberPanel
          onLogOut={onLogOut}
          onHelp={() => {
            close()
            onHelp(more.current)
          }}
        />
      </LazySheet>
    </nav>
  )
}
