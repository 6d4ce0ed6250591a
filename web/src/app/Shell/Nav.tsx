import { useLingui } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import { NavLink } from 'react-router'
import { UserMenu } from '../../features/accounts/index.ts'
import { badgeOf } from '../../features/notifications/index.ts'
import { OrganizationName } from '../../features/organizations/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { places } from './places.ts'
import classes from './Nav.module.css'

export interface NavProps {
  /** Icons only, with tooltips. */
  isRail: boolean
  onLogOut: () => Promise<void>
}

/** The navigation at the start of the page: where one is, where one may go, who one is. */
export function Nav({ isRail, onLogOut }: NavProps) {
  const { t, i18n } = useLingui()
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  const unread = badgeOf(useSession(({ ws }) => ws.unreadMessages))
  return (
    <nav className={classes.nav} data-rail={isRail || undefined} aria-label={t`Main`}>
      <div className={classes.head}>
        <OrganizationName isRail={isRail} />
      </div>
      <ul className={classes.list}>
        {places
          .filter(({ can }) => permissions?.includes(can))
          .map(({ path, name, icon: Shown, load, keys }) => {
            const label = i18n._(name)
            const badge = path.endsWith('/inbox') ? unread : undefined
            return (
              <li key={path}>
                <Tooltip label={`${label} (${keys})`} position="right" disabled={!isRail}>
                  <NavLink
                    to={path}
                    className={classes.link ?? ''}
                    onPointerEnter={() => void load()}
                    onFocus={() => void load()}
                  >
                    <Shown size={20} stroke={1.75} aria-hidden />
                    <span className={isRail ? classes.hidden : classes.label}>{label}</span>
                    {badge && (
                      <span className={classes.badge}>
                        {badge}
                        <span className={classes.hidden}> {t`unread`}</span>
                      </span>
                    )}
                  </NavLink>
                </Tooltip>
              </li>
            )
          })}
      </ul>
      <div className={classes.foot}>
        <UserMenu isRail={isRail} onLogOut={onLogOut} />
      </div>
    </nav>
  )
}
