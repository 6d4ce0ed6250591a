import { Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './Imports.module.css'

export interface StepHeadProps {
  title: string
  /** One sentence: what to do here. */
  children?: ReactNode
}

/** The heading of a step; the focus comes here when the step is shown, so that nobody is left on a button that is gone. */
export function StepHead({ title, children }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header className={classes.stepHead}>
      <Title ref={heading} order={2} tabIndex={-1} className={classes.stepTitle}>
        {title}
      </Title>
      {children && <div className={classes.quiet}>{children}</div>}
    </header>
  )
}
