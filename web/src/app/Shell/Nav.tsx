import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { NavLink, useLocation } from 'react-router'
import { UserMenu } from '../../features/accounts/index.ts'
import { pathOf, pinned } from '../../features/apps/index.ts'
import { badgeOf } from '../../features/notifications/index.ts'
import { OrganizationSwitcher, type OrganizationSwitcherProps } from '../../features/organizations/index.ts'
import { useSession } from '../../shared/lib/session/select.ts'
import { listNavigationItems, type NavigationItem } from './places.ts'
import { Hint } from '../../shared/ui/overlay/Hint.tsx'
import { UsageSlot } from './UsageSlot.tsx'
import classes from './Nav.module.css'

export interface NavProps {
  /** Icons only, with tooltips. */
  isRail: boolean
  onLogOut: () => Promise<void>
  onHelp: (opener: HTMLElement | null) => void
  switcher: Pick<OrganizationSwitcherProps, 'organizations' | 'isOpen' | 'onToggle'>
}

interface ItemProps extends Pick<NavigationItem, 'path' | 'icon' | 'load' | 'end' | 'also'> {
  label: string
  /** Tooltip in the rail, where the label is hidden. */
  hint: string
  isRail: boolean
  badge?: string | undefined
}

function Item({ path, icon: IconComponent, load, end, also, label, hint, isRail, badge }: ItemProps) {
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
          <IconComponent size={20} stroke={1.75} aria-hidden />
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

/** The main navigation: pages, organization switcher and user menu. */
export const Nav = memo(function Nav({ isRail, onLogOut, onHelp, switcher }: NavProps) {
  const { t, i18n } = useLingui()
  const { pathname } = useLocation()
  const permissions = useSession(({ auth }) => auth.user?.permissions)
  const unread = badgeOf(useSession(({ ws }) => ws.unreadMessages))
  const features = useSession(({ auth }) => auth.features)
  const pinnedApps = useSession(({ auth }) => auth.pinnedApps)
  const pins = pinned(pinnedApps, features)
  const isOnPin = pins.some((app) => pathOf(app) === pathname)
  const isOnGroups = useSession(({ auth }) => auth.contactsTab === 'groups')
  function item({ name, keys, end, ...navigationItem }: NavigationItem) {
    const label = i18n._(name)
    // An entry with two tabs returns to the tab that was open last.
    const [path, also] =
      navigationItem.also && isOnGroups
        ? [navigationItem.also, navigationItem.path]
        : [navigationItem.path, navigationItem.also]
    return (
      <Item
        key={navigationItem.path}
        {...navigationItem}
        path={path}
        {...(also && { also })}
        // A pinned app has its own entry.
        end={end ?? (navigationItem.path === '/dashboard/apps' && isOnPin)}
        label={label}
        hint={`${label} (${keys})`}
        isRail={isRail}
        badge={navigationItem.path.endsWith('/inbox') ? unread : undefined}
      />
    )
  }
  const all = listNavigationItems(permissions)
  const [work, secondaryItems] = [
    all.filter(({ isSecondary }) => !isSecondary),
    all.filter(({ isSecondary }) => isSecondary),
  ]
  return (
    <nav className={classes.nav} data-rail={isRail || undefined} aria-label={t`Main`}>
      <div className={classes.head}>
        <OrganizationSwitcher {...switcher} isRail={isRail} />
      </div>
      <div className={classes.lists}>
        <ul className={classes.list}>{work.map(item)}</ul>
        {pins.length > 0 && (
          <>
            <p className={isRail ? classes.hidden : classes.listName} id="nav-pinned">
              {t({ message: 'Pinned', context: 'apps' })}
            </p>
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
        <ul className={classes.list}>{secondaryItems.map(item)}</ul>
      </div>
      <div className={classes.foot}>
        <UsageSlot isRail={isRail} />
        <UserMenu isRail={isRail} onLogOut={onLogOut} onHelp={onHelp} />
      </div>
    </nav>
  )
})
