import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Gallery.module.css'

export interface SectionProps {
  /** The anchor, which tests and links use. */
  id: string
  title: string
  /** The file to import it from. */
  file?: string
  /** One sentence: what it is for. */
  summary: string
  children: ReactNode
  /** Without the card around it. */
  isBare?: boolean
}

/** Renders one component of the gallery with its anchor, file and purpose. */
export function Section({ id, title, file, summary, children, isBare = false }: SectionProps) {
  return (
    <section id={id} className={classes.section} aria-labelledby={`${id}-title`}>
      <div className={classes.title}>
        <Title order={2} id={`${id}-title`}>
          {title}
        </Title>
        {file && <span className={classes.file}>{file}</span>}
      </div>
      <p className={classes.lead}>{summary}</p>
      <div className={classes.stage} data-bare={isBare || undefined}>
        {children}
      </div>
    </section>
  )
}

export interface StatesProps {
  /** The approximate number of states per row on a wide screen. */
  columns?: 1 | 2 | 3 | 4
  children: ReactNode
}

/** Renders the states of a component next to each other. */
export function States({ columns = 2, children }: StatesProps) {
  return (
    <div className={classes.states} data-columns={columns}>
      {children}
    </div>
  )
}

export interface StateProps {
  name: string
  children: ReactNode
}

/** Renders one state with its name above it. */
export function State({ name, children }: StateProps) {
  return (
    <div className={classes.state}>
      <p className={classes.name}>{name}</p>
      {children}
    </div>
  )
}
