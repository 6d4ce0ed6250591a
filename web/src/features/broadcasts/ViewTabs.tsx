import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import classes from '../../shared/ui/LinkTabs.module.css'

export interface ViewTab {
  id: string
  label: string
  /** Path or query of the view. */
  to: string
  count?: number | undefined
}

export interface ViewTabsProps {
  /** Names the group of links for screen readers. */
  label: string
  tabs: ViewTab[]
  current: string
}

/** Links to the views of one page, which differ in the query of the URL only. */
export function ViewTabs({ label, tabs, current }: ViewTabsProps) {
  const { i18n } = useLingui()
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ id, label: name, to, count }) => (
        <Link key={id} to={to} className={classes.tab} aria-current={id === current ? 'page' : undefined}>
          {name}
          {count !== undefined && <span className={classes.count}>{formatNumber(count, i18n.locale)}</span>}
        </Link>
      ))}
    </nav>
  )
}
