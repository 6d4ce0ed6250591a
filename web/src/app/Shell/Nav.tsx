import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { NavLink, useLocation } from 'react-router'
import { UserMenu } from '../../features/accounts/index.ts'
import { pathOf, pinned } from '../../features/apps/index.ts'
import { badgeOf } from '../../features/notifications/index.ts'
import { OrganizationSwitcher, type OrganizationSwitcherProps } from '../../features/organizations/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { placesFor, type Place } from './places.ts'
import { Hint } from '../../shared/ui/Hint.tsx'
import { UsageSlot } from './UsageSlot.tsx'
import classes from './Nav.module.css'

export interface NavProps {
  /** Icons only, with tooltips. */
  isRail: boolean
  onLogOut: () => Promise<void>
  /** The organizations and whether their list is open. */
  switcher: Pick<OrganizationSwitcherProps, 'organizations' | 'isOpen' | 'onToggle'>
}

interface ItemProps extends Pick<Place, 'path' | 'icon' | 'load' | 'end' | 'also'> {
  label: string
  /** In the rail, where the label is not seen. */
  hint: string
  isRail: boolean
  badge?: string | undefined
}

function Item({ path, icon: Shown, load, end, also, label, hint, isRail, badge }: ItemProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  return (
    <li>
      <Hint label={hint} position="right" disabled={!isRail}>
        <NavLink
          to={path}
          end={end ?? false}
          className={classes.link ?? ''}
          data-here={(also && pathname.startsWith(also)) || undefined}
          onPointerEnter={() => void load?.()}
          onFocus={() => void load?.()}
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
      </Hint>
    </li>
  )
}

/** The navigation at the start of the page: where one is, where one may go, who one is. */
export const Nav = memo(function Nav({ isRail, onLogOut, switcher }: NavProps) {
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  const unread = badgeOf(useSession(({ ws }) => ws.unreadMessages))
  const pins = pinned(useSession(({ auth }) => auth.pinnedApps))
  const isOnPin = pins.some((app) => pathOf(app) === pathname)
  const isOnGroups = useSession(({ auth }) => auth.contactsTab === 'groups')
  function item({ name, keys, end, ...place }: Place) {
    const label = i18n._(name)
    // A place with two tabs comes back to the one that was open.
    const [path, also] = place.also && isOnGroups ? [place.also, place.path] : [place.path, place.also]
    return (
      <Item
        key={place.path}
        {...place}
        path={path}
        {...(also && { also })}
        // A pinned app has its own line.
        end={end ?? (place.path === '/dashboard/apps' && isOnPin)}
        label={label}
        hint={`${label} (${keys})`}
        isRail={isRail}
        badge={place.path.endsWith('/inbox') ? unread : undefined}
      />
    )
  }
  const all = placesFor(permissions)
  const [work, own] = [all.filter(({ isOwn }) => !isOwn), all.filter(({ isOwn }) => isOwn)]
  return (
    <nav className={classes.nav} data-rail={isRail || undefined} aria-label={t`Main`}>
      <div className={classes.head}>
        <OrganizationSwitcher {...switcher} isRail={isRail} />
      </div>
      <div className={classes.lists}>
        <ul className={classes.list}>{work.map(item)}</ul>
        {pins.length > 0 && (
          <>
            <p className={isRail ? classes.hidden : classes.listName} id="nav-pinned">{t`Pinned`}</p>
            <ul className={classes.list} aria-labelledby="nav-pinned">
              {pins.map((app) => {
                const label = i18n._(app.name)
                return (
                  <Item key={app.key} path={pathOf(app)} icon={app.icon} label={label} hint={label} isRail={isRail} />
                )
              })}
            </ul>
          </>
        )}
        <ul className={classes.list}>{own.map(item)}</ul>
      </div>
      <div className={classes.foot}>
        <UsageSlot isRail={isRail} />
        <UserMenu isRail={isRail} onLogOut={onLogOut} />
      </div>
    </nav>
  )
})
