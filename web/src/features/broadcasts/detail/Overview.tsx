import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import type { Reply } from '../../../shared/api/from-contract.ts'
import classes from './Detail.module.css'
import { Causes } from './Causes.tsx'
import { Cuts } from './Cuts.tsx'
import { Hours } from './Hours.tsx'
import { Ledger } from './Ledger.tsx'
import { Links } from './Links.tsx'
import { PollResults } from './PollResults.tsx'
import { wholeDay } from './whole-day.ts'

export interface OverviewProps {
  broadcast: Broadcast
  run: BroadcastRun
  analytics: Reply<'broadcastAnalytics'>
}

/** The results at a glance: the answers of a poll, the first day, why people were not reached, and comparisons. */
export function Overview({ broadcast, run, analytics }: OverviewProps) {
  const { byGroup, byLanguage, byLocation, byLine } = analytics
  const isAsking = broadcast.kind !== 'announcement'
  return (
    <div className={classes.cards}>
      {analytics.poll && <PollResults poll={analytics.poll} isAnonymous={broadcast.poll?.anonymous ?? false} />}
      <Hours hours={wholeDay(analytics.timeline)} timeZone={broadcast.timeZone} isAsking={isAsking} />
      <div className={classes.pair}>
        <Ledger broadcast={broadcast} runId={run.id} />
        <Causes causes={analytics.causes} blocked={analytics.blocked} />
      </div>
      <Cuts byGroup={byGroup} byLanguage={byLanguage} byLocation={byLocation} byLine={byLine} isAsking={isAsking} />
      <Links links={analytics.links} />
    </div>
  )
}
