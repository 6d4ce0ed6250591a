import { formatNumber } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import tabClasses from './LinkTabs.module.css'
import classes from './Screen.module.css'

export interface ScreenTab {
  label: string
  /** The path of the tab; the tab whose path is open is active. */
  to: string
  /** A number shown after the label. */
  count?: number
  /** Active on this exact path only, for a tab whose path is a prefix of the others. */
  end?: boolean
}

export interface ScreenProps {
  /** The page title; the only h1 of the page. */
  title: string
  /** The title is a name that members chose, not a text of the product. */
  isNamedByMembers?: boolean
  /** Buttons at the end of the title line; at most one of them filled. */
  actions?: ReactNode
  /** Links to the sibling pages under the same title. */
  tabs?: ScreenTab[]
  /** No maximum width and no padding: inbox, composer, editors. */
  fullBleed?: boolean
  children: ReactNode
}

/** The frame of every page: title, actions, tabs and the content, at most 1280 px wide unless full bleed. */
export function Screen({ title, isNamedByMembers = false, actions, tabs, fullBleed = false, children }: ScreenProps) {
  const { t, i18n } = useLingui()
  return (
    <div className={classes.screen} data-full-bleed={fullBleed || undefined}>
      <header className={classes.head}>
        <Title
          order={1}
          className={classes.title}
          id="screen-title"
          tabIndex={-1}
          translate={isNamedByMembers ? 'no' : undefined}
        >
          {title}
        </Title>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {tabs && (
        <nav className={tabClasses.tabs} data-under-title aria-label={t`${title} views`}>
          {tabs.map((tab) => (
            <NavLink key={tab.to} to={tab.to} end={tab.end ?? false} className={tabClasses.tab ?? ''}>
              {tab.label}
              {tab.count !== undefined && (
                <span className={tabClasses.count}>{formatNumber(tab.count, i18n.locale)}</span>
              )}
            </NavLink>
          ))}
        </nav>
      )}
      <div className={classes.body}>{children}</div>
    </div>
  )
}
