import { Title } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import classes from '../Imports.module.css'

export interface StepHeaderProps {
  title: string
  /** One sentence of instructions. */
  children?: ReactNode
}

/**
 * The heading of a step. It takes the focus when the step is shown, so that the focus is not lost with a removed
 * button.
 */
export function StepHeader({ title, children }: StepHeaderProps) {
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
