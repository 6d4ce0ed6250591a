import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './Steps.module.css'
import { STEPS, type Step } from './steps.ts'

export interface StepListProps {
  /** The step that is shown. */
  step: Step
  /** The steps one can go to. */
  open: readonly Step[]
  hrefOf: (step: Step) => string
}

/** The four steps with what is done, where one is, and the ways to those that are open. */
export function StepList({ step, open, hrefOf }: StepListProps) {
  const { t } = useLingui()
  const names: Record<Step, string> = {
    upload: t`Upload`,
    match: t`Match columns`,
    check: t`Check rows`,
    finish: t`Finish`,
  }
  const at = STEPS.indexOf(step)
  return (
    <nav aria-label={t`Steps of the import`}>
      <ol className={classes.steps}>
        {STEPS.map((one, index) => {
          const isDone = index < at
          const inside = (
            <>
              <span className={classes.mark} aria-hidden>
                {isDone ? <IconCheck size={14} stroke={2.5} /> : index + 1}
              </span>
              <span className={classes.name}>{names[one]}</span>
              {isDone && (
                <VisuallyHidden>
                  <Trans>(done)</Trans>
                </VisuallyHidden>
              )}
            </>
          )
          return (
            <li
              key={one}
              className={classes.step}
              data-done={isDone || undefined}
              aria-current={one === step ? 'step' : undefined}
            >
              {one !== step && open.includes(one) ? (
                <Link className={classes.way} to={hrefOf(one)}>
                  {inside}
                </Link>
              ) : (
                <span className={classes.way}>{inside}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
