import { Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import classes from './SettingsCard.module.css'

export interface SettingsCardProps {
  /** The URL fragment of the card. */
  id: string
  title: ReactNode
  /** One sentence below the title. */
  text?: ReactNode
  /** The current state, shown next to the title. */
  state?: ReactNode
  children?: ReactNode
}

/** A card of the settings, at most 720 px wide, that the URL fragment `#id` scrolls to and focuses. */
export function SettingsCard({ id, title, text, state, children }: SettingsCardProps) {
  const { hash } = useLocation()
  const card = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (hash !== `#${id}`) return
    card.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [hash, id])
  return (
    <section ref={card} className={classes.card} id={id} aria-labelledby={`${id}-title`}>
      <header className={classes.cardHead}>
        <Title ref={heading} order={2} size="h3" id={`${id}-title`} tabIndex={-1}>
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
  /** Shown below the label. */
  help?: ReactNode
  /** The control, or a read-only value. */
  children: ReactNode
}

/** One line of a card: label at the start, control or value at the end. */
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
