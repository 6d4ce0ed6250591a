import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconDots, IconMessagePlus, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { MemberPanel } from '../../features/accounts/index.ts'
import { pathOf, pinned } from '../../features/apps/index.ts'
import { badgeOf } from '../../features/notifications/index.ts'
import { useCan, usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { LazySheet } from '../../shared/ui/LazySheet.tsx'
import { placesFor } from './places.ts'
import { UsageSlot } from './UsageSlot.tsx'
import classes from './Phone.module.css'

export interface PhoneTabsProps {
  /** Opens the search for a person to text. */
  onFind: () => void
  onLogOut: () => Promise<void>
}

function NewSheet({ isOpen, onClose, onFind }: { isOpen: boolean; onClose: () => void; onFind: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canText = useCan('inbox.reply')
  const canAdd = useCan('contacts.edit')
  function choose(act: () => void): void {
    onClose()
    act()
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

/** The bottom of every page on a phone: the places, + in the middle, the rest under More. */
export function PhoneTabs({ onFind, onLogOut }: PhoneTabsProps) {
  const { t, i18n } = useLingui()
  const [sheet, setSheet] = useState<'none' | 'new' | 'more'>('none')
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  const unread = badgeOf(useSession(({ ws }) => ws.unreadMessages))
  const isOnHold = usePastDue()
  const canReply = useCan('inbox.reply')
  const canMake = !isOnHold && (canReply || permissions?.includes('contacts.edit'))
  const close = () => setSheet('none')
  const allowed = placesFor(permissions)
  const tabs = allowed.filter(({ isTab }) => isTab)
  const pins = pinned(useSession(({ auth }) => auth.pinnedApps))
  const rest = [
    ...allowed.filter(({ isTab, isOwn }) => !isTab && !isOwn),
    ...pins.map((app) => ({ path: pathOf(app), name: app.name, icon: app.icon, end: true })),
    ...allowed.filter(({ isTab, isOwn }) => !isTab && isOwn),
  ]
  const middle = Math.ceil(tabs.length / 2)
  return (
    <nav className={classes.tabs} aria-label={t`Main`}>
      {tabs.map(({ path, name, icon: Shown, end }, at) => (
        <Fragment key={path}>
          {at === middle && canMake && (
            <UnstyledButton className={classes.tab} onClick={() => setSheet('new')}>
              <IconPlus size={22} stroke={1.75} aria-hidden />
              <Trans>New</Trans>
            </UnstyledButton>
          )}
          <NavLink to={path} end={end ?? false} className={classes.tab ?? ''}>
            <Shown size={22} stroke={1.75} aria-hidden />
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
      <UnstyledButton className={classes.tab} onClick={() => setSheet('more')}>
        <IconDots size={22} stroke={1.75} aria-hidden />
        <Trans>More</Trans>
      </UnstyledButton>
      <NewSheet isOpen={sheet === 'new'} onClose={close} onFind={onFind} />
      <LazySheet isOpen={sheet === 'more'} onClose={close} title={t`More`}>
        {rest.length > 0 && (
          <ul className={classes.rest}>
            {rest.map(({ path, name, icon: Shown, end }) => (
              <li key={path}>
                <NavLink to={path} end={end ?? false} className={classes.choice ?? ''} onClick={close}>
                  <Shown size={20} stroke={1.75} aria-hidden />
                  {i18n._(name)}
                </NavLink>
              </li>
            ))}
          </ul>
        )}
        <UsageSlot isPhone />
        <MemberPanel onLogOut={onLogOut} />
      </LazySheet>
    </nav>
  )
}
