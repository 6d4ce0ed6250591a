import { Trans, useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { IconDots, IconMessagePlus, IconPlus, IconUserPlus } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { NavLink, useNavigate } from 'react-router'
import { MemberPanel } from '../../features/accounts/index.ts'
import { badgeOf } from '../../features/notifications/index.ts'
import { useCan, usePastDue, useSession } from '../../shared/lib/session/select.ts'
import { BottomSheet } from '../../shared/ui/BottomSheet.tsx'
import { places } from './places.ts'
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
    <BottomSheet isOpen={isOpen} onClose={onClose} title={t`New`}>
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
    </BottomSheet>
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
  const allowed = places.filter(({ can }) => permissions?.includes(can))
  return (
    <nav className={classes.tabs} aria-label={t`Main`}>
      {allowed.map(({ path, name, icon: Shown }, at) => (
        <Fragment key={path}>
          {at === 1 && canMake && (
            <UnstyledButton className={classes.tab} onClick={() => setSheet('new')}>
              <IconPlus size={22} stroke={1.75} aria-hidden />
              <Trans>New</Trans>
            </UnstyledButton>
          )}
          <NavLink to={path} className={classes.tab ?? ''}>
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
      <BottomSheet isOpen={sheet === 'more'} onClose={close} title={t`More`}>
        <MemberPanel onLogOut={onLogOut} />
      </BottomSheet>
    </nav>
  )
}
