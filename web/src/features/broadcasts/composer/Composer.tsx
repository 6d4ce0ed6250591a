import type { Broadcast } from '@crewline/contract/broadcasts'
import { lazy, Suspense, useEffect, useRef, type RefObject } from 'react'
import { Skeleton } from '@mantine/core'
import { useLeaveGuard } from '../../../shared/ui/form/useLeaveGuard.tsx'
import classes from './Composer.module.css'
import { ComposerHead } from './ComposerHead.tsx'
import { Conflict } from './Conflict.tsx'
import { CountBar } from './CountBar.tsx'
import type { Step } from './draft-rules.ts'
import { PeopleStep } from './people/PeopleStep.tsx'
import { useAudienceCount } from './useAudienceCount.ts'
import { useDraft } from './useDraft.ts'
import { useSteps } from './useSteps.ts'

const MessageStep = lazy(async () => ({ default: (await import('./message/MessageStep.tsx')).MessageStep }))
const ReviewStep = lazy(async () => ({ default: (await import('./review/ReviewStep.tsx')).ReviewStep }))

export interface ComposerProps {
  /** The draft as it was when it was opened. */
  broadcast: Broadcast
  /** Called when the draft is being sent, and when that failed. */
  onLaunching: (isLaunching: boolean) => void
  /** Loads the draft as it is now; undefined when that fails. */
  fetchNewest: () => Promise<Broadcast | undefined>
}

/** Edits a draft in three steps; the number of people and segments is always in sight. */
export function Composer({ broadcast, onLaunching, fetchNewest }: ComposerProps) {
  const draft = useDraft(broadcast)
  const steps = useSteps(draft)
  const count = useAudienceCount(draft.content)
  const leaveDialog = useLeaveGuard(draft.kind === 'failed' || draft.kind === 'outdated')
  const body = useRef<HTMLDivElement>(null)
  const { step } = steps
  return (
    <div className={classes.composer}>
      <ComposerHead draft={draft} steps={steps} />
      {draft.kind === 'outdated' && <Conflict draft={draft} fetchNewest={fetchNewest} />}
      <div className={classes.body} ref={body} data-step={step}>
        <Suspense fallback={<StepSkeleton />}>
          {step === 'people' && <PeopleStep draft={draft} count={count} />}
          {step === 'message' && (
            <MessageStep draft={draft} count={count} media={broadcast.media} onNext={() => steps.go('review')} />
          )}
          {step === 'review' && <ReviewStep draft={draft} count={count} steps={steps} onLaunching={onLaunching} />}
          <StepFocus step={step} body={body} />
        </Suspense>
      </div>
      {step !== 'review' && <CountBar draft={draft} count={count} steps={steps} />}
      {leaveDialog}
    </div>
  )
}

/** Moves the focus to the heading of a step that was opened. Inside the boundary it waits until the step is loaded. */
function StepFocus({ step, body }: { step: Step; body: RefObject<HTMLDivElement | null> }) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    body.current?.scrollTo({ top: 0 })
    body.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [step, body])
  return null
}

function StepSkeleton() {
  return (
    <div className={classes.main}>
      <Skeleton height={240} radius="md" />
    </div>
  )
}
