import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import classes from './Settings.module.css'
import type { SettingsSection, SettingsTabKey } from '../../shared/ui/settings/settings-tab.ts'
import { SearchBox } from '../../shared/ui/table/SearchBox.tsx'
import { found, type Findable } from './find-rules.ts'
import type { TabGroup } from './useSettingsTabs.ts'

export interface SettingsNavProps {
  groups: TabGroup[]
  /** The open page; undefined where this list is a page of its own. */
  current: SettingsTabKey | undefined
  sections: SettingsSection[]
}

function findables(
  groups: TabGroup[],
  sections: SettingsSection[],
  write: (title: MessageDescriptor) => string,
): Findable[] {
  return groups.flatMap(({ tabs }) =>
    tabs.flatMap(({ key, title }) => {
      const [to, page] = [`/dashboard/settings?tab=${key}`, write(title)]
      const cards = sections.filter(({ tab }) => tab === key).flatMap((section) => section.cards ?? [])
      return [
        { to, title: page, page },
        ...cards.map((card) => ({ to: `${to}#${card.id}`, title: write(card.title), page })),
      ]
    }),
  )
}

/** Lists the pages of the settings, grouped by owner, and finds pages and cards by their titles. */
export function SettingsNav({ groups, current, sections }: SettingsNavProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [search, setSearch] = useState('')
  const results = found(
    findables(groups, sections, (title) => i18n._(title)),
    search,
  )
  const isSearching = search.trim() !== ''
  return (
    <nav className={classes.nav} aria-label={t`Settings`}>
      <div className={classes.search}>
        <SearchBox label={t`Find a setting`} value={search} onSearch={setSearch} width="100%" />
      </div>
      {isSearching && (
        <div role="status">
          {results.length === 0 && <p className={classes.none}>{t`No settings match "${search}".`}</p>}
        </div>
      )}
      {isSearching && (
        <ul className={classes.navList} aria-label={t`Matching settings`}>
          {results.map(({ to, title, page }) => (
            <li key={to}>
              <Link className={classes.navLink} to={to} onClick={() => setSearch('')}>
                <span>
                  {title}
                  {page !== title && <span className={classes.page}>{page}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {!isSearching &&
        groups.map(({ name, tabs }, at) => (
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
