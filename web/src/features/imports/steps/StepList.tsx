import { Trans, useLingui } from '@lingui/react/macro'
import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './Steps.module.css'
import { STEPS, type Step } from './steps.ts'

export interface StepListProps {
  step: Step
  /** The steps that can be opened. */
  open: readonly Step[]
  hrefOf: (step: Step) => string
}

/** Shows the four steps: done, current, and links to the available ones. */
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
    <nav aria-label={t`Import steps`}>
      <ol className={classes.steps}>
        {STEPS.map((item, index) => {
          const isDone = index < at
          const inside = (
            <>
              <span className={classes.mark} aria-hidden>
                {isDone ? <IconCheck size={14} stroke={2.5} /> : index + 1}
              </span>
              <span className={classes.name}>{names[item]}</span>
              {isDone && (
                <VisuallyHidden>
                  <Trans>(done)</Trans>
                </VisuallyHidden>
              )}
            </>
          )
          return (
            <li
              key={item}
              className={classes.step}
              data-done={isDone || undefined}
              aria-current={item === step ? 'step' : undefined}
            >
              {item !== step && open.includes(item) ? (
                <Link className={classes.way} to={hrefOf(item)}>
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
