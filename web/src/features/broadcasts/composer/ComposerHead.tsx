import { BROADCAST_NAME_MAX } from '@crewline/contract/broadcast-limits'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, TextInput, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { SaveState } from '../../../shared/ui/form/SaveState.tsx'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import classes from './ComposerHead.module.css'
import { missingIn, STEPS, stepOf, type Step } from './draft-rules.ts'
import type { Draft } from './useDraft.ts'
import type { Steps } from './useSteps.ts'

export interface ComposerHeadProps {
  draft: Draft
  steps: Steps
}

/** The head of the composer: name, steps and whether the draft is saved. */
export function ComposerHead({ draft, steps }: ComposerHeadProps) {
  const { t } = useLingui()
  const { content, kind, savedAt } = draft
  return (
    <header className={classes.head}>
      <ActionIcon component={Link} to="/dashboard/broadcasts" aria-label={t`Close`}>
        <IconX size={20} stroke={1.75} />
      </ActionIcon>
      <VisuallyHidden component="h1" id="screen-title" tabIndex={-1}>
        {content.name || t`New broadcast`}
      </VisuallyHidden>
      <TextInput
        classNames={{ input: classes.nameInput ?? '' }}
        name="name"
        variant="unstyled"
        aria-label={t`Name of the broadcast`}
        placeholder={t`Name this broadcast`}
        value={content.name}
        maxLength={BROADCAST_NAME_MAX}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={draft.errors['name']}
        dir="auto"
      />
      <StepNav draft={draft} steps={steps} />
      <span className={classes.saved}>
        {(kind !== 'saved' || savedAt) && kind !== 'outdated' && (
          <SaveState kind={kind} onRetry={() => void draft.flush()} {...(savedAt && { savedAt })} />
        )}
      </span>
    </header>
  )
}

function StepNav({ draft, steps }: ComposerHeadProps) {
  const { t } = useLingui()
  const names: Record<Step, string> = { people: t`People`, message: t`Message`, review: t`Review` }
  const missing = new Set(missingIn({ ...draft.content, name: 'named' }, true).map((part) => stepOf[part]))
  return (
    <nav className={classes.steps} aria-label={t`Steps`}>
      {STEPS.map((step, index) => {
        const isDone = step !== 'review' && !missing.has(step)
        return (
          <Hint key={step} label={`${names[step]}  Alt+${index + 1}`}>
            <button
              type="button"
              className={classes.step}
              aria-current={steps.step === step ? 'step' : undefined}
              aria-keyshortcuts={`Alt+${index + 1}`}
              data-done={isDone || undefined}
              onClick={() => steps.go(step)}
            >
              <span className={classes.stepNumber} aria-hidden>
                {isDone ? <IconCheck size={14} stroke={2.5} /> : index + 1}
              </span>
              {names[step]}
              {isDone && <VisuallyHidden>{t`, complete`}</VisuallyHidden>}
            </button>
          </Hint>
        )
      })}
    </nav>
  )
}
