import { checkSchedule } from '@crewline/contract/schedule-rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMinute } from '../../../messages/index.ts'
import classes from '../Composer.module.css'
import { missingIn } from '../draft-rules.ts'
import { PhonePreview } from '../message/PhonePreview.tsx'
import { Warnings } from '../message/Warnings.tsx'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import type { Steps } from '../useSteps.ts'
import { Checklist } from './Checklist.tsx'
import { QuietHours } from './QuietHours.tsx'
import { SendBar } from './SendBar.tsx'
import { SendTest } from './SendTest.tsx'
import { WhenPicker } from './WhenPicker.tsx'

export interface ReviewStepProps {
  draft: Draft
  count: AudienceCount
  steps: Steps
  onLaunching: (isLaunching: boolean) => void
}

/** The last step: what will happen, when, and the button that makes it happen. */
export function ReviewStep({ draft, count, steps, onLaunching }: ReviewStepProps) {
  const { t, i18n } = useLingui()
  const { schedule } = draft.content
  const now = useMinute()
  const dateErrors = Object.fromEntries(
    Object.entries(checkSchedule(schedule, now)).map(([field, text]) => [field, i18n._(text as never)]),
  )
  const missing = missingIn(draft.content, Object.keys(dateErrors).length === 0)
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.main}>
          <section className={classes.section} aria-labelledby="review">
            <h2 id="review" tabIndex={-1} className={classes.heading}>
              <Trans>Review</Trans>
            </h2>
            <Checklist draft={draft} count={count} steps={steps} missing={missing} />
            <Warnings count={count} />
          </section>
          <section className={classes.section} aria-labelledby="when">
            <h3 id="when" className={classes.heading}>
              <Trans>When</Trans>
            </h3>
            <WhenPicker draft={draft} errors={dateErrors} />
            <QuietHours draft={draft} count={count} />
          </section>
        </div>
        <aside className={classes.side} aria-label={t`Preview`}>
          <PhonePreview content={draft.content} />
          <SendTest draft={draft} />
        </aside>
      </div>
      <SendBar draft={draft} count={count} missing={missing} onLaunching={onLaunching} />
    </>
  )
}
