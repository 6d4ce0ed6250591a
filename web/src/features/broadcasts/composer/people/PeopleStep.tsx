import { Trans } from '@lingui/react/macro'
import classes from '../Composer.module.css'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import { LeaveOut } from './LeaveOut.tsx'
import { Ledger } from './Ledger.tsx'
import { LinePick } from './LinePick.tsx'
import { WhoGetsIt } from './WhoGetsIt.tsx'

export interface PeopleStepProps {
  draft: Draft
  count: AudienceCount
}

/** The first step: who gets the broadcast, who is left out, and from which number. */
export function PeopleStep({ draft, count }: PeopleStepProps) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <section className={classes.section} aria-labelledby="who-gets-it">
          <h2 id="who-gets-it" tabIndex={-1} className={classes.heading}>
            <Trans>Who gets it</Trans>
          </h2>
          <WhoGetsIt draft={draft} />
        </section>
        <section className={classes.section} aria-labelledby="leave-out">
          <h3 id="leave-out" className={classes.heading}>
            <Trans>Leave out</Trans>
          </h3>
          <LeaveOut draft={draft} />
        </section>
        <LinePick draft={draft} />
      </div>
      <aside className={classes.side}>
        <Ledger content={draft.content} count={count} />
      </aside>
    </div>
  )
}
