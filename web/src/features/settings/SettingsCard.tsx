import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Settings.module.css'

export interface SettingsCardProps {
  /** The fragment that leads here. */
  id: string
  title: string
  /** One sentence under the title. */
  text?: ReactNode
  /** Beside the title: how it stands. */
  state?: ReactNode
  children?: ReactNode
}

/** One subject of the settings, at most 720 px wide; `#id` in the address leads to it. */
export function SettingsCard({ id, title, text, state, children }: SettingsCardProps) {
  return (
    <section className={classes.card} id={id} aria-labelledby={`${id}-title`}>
      <header className={classes.cardHead}>
        <Title order={2} size="h3" id={`${id}-title`} tabIndex={-1}>
          {title}
        </Title>
        {state}
      </header>
      {text && <p className={classes.intro}>{text}</p>}
      {children}
    </section>
  )
}

export interface SettingProps {
  label: ReactNode
  /** Under the label. */
  help?: ReactNode
  /** The control, or the value of something that is only shown. */
  children: ReactNode
}

/** One line of a card: what it is at the start, its control or value at the end. */
export function Setting({ label, help, children }: SettingProps) {
  return (
    <div className={classes.row}>
      <div className={classes.rowName}>
        <p className={classes.label}>{label}</p>
        {help && <p className={classes.help}>{help}</p>}
      </div>
      <div className={classes.rowValue}>{children}</div>
    </div>
  )
}
