import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import classes from './Settings.module.css'
import type { SettingsTabKey } from '../../shared/ui/settings/settings-tab.ts'
import type { TabGroup } from './useSettingsTabs.ts'

export interface SettingsNavProps {
  groups: TabGroup[]
  /** The open page; undefined where this list is a page of its own. */
  current: SettingsTabKey | undefined
}

/** Lists the pages of the settings, grouped by owner. */
export function SettingsNav({ groups, current }: SettingsNavProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  return (
    <nav className={classes.nav} aria-label={t`Settings`}>
      {groups.map(({ name, tabs }, at) => (
        <div key={name}>
          <p className={classes.navName} id={`${id}-${at}`} title={name}>
            <bdi>{name}</bdi>
          </p>
          <ul className={classes.navList} aria-labelledby={`${id}-${at}`}>
            {tabs.map(({ key, title, icon: IconComponent }) => (
              <li key={key}>
                <Link
                  className={classes.navLink}
                  to={`/dashboard/settings?tab=${key}`}
                  aria-current={key === current ? 'page' : undefined}
                >
                  <IconComponent size={20} stroke={1.75} aria-hidden />
                  {i18n._(title)}
                  {current === undefined && (
                    <IconChevronRight
                      className={`${classes.chevron} mantine-rotate-rtl`}
                      size={18}
                      stroke={1.75}
                      aria-hidden
                    />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
