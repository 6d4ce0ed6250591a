import type { BroadcastKind } from '@crewline/contract/broadcast-states'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import classes from '../Fields.module.css'
import { usualAcknowledgement, usualPoll } from '../templates.ts'
import type { Draft } from '../useDraft.ts'
import { AcknowledgementSettings } from './AcknowledgementSettings.tsx'
import { PollSettings } from './PollSettings.tsx'

/** Chooses what the broadcast is for, and the settings of a poll or a confirmation. */
export function KindSettings({ draft }: { draft: Draft }) {
  const { t } = useLingui()
  const { kind, poll, acknowledgement } = draft.content
  const explained: Record<BroadcastKind, string> = {
    announcement: t`People read it. They can reply as always.`,
    poll: t`People answer by text. You see the result as answers arrive.`,
    acknowledgement: t`People confirm that they read it. Those who don't get reminders.`,
  }
  function choose(next: BroadcastKind): void {
    draft.change({
      kind: next,
      poll: next === 'poll' ? (poll ?? usualPoll) : null,
      acknowledgement: next === 'acknowledgement' ? (acknowledgement ?? usualAcknowledgement) : null,
    })
  }
  return (
    <>
      <SegmentedControl
        className={classes.ownLine ?? ''}
        aria-label={t`Kind`}
        value={kind}
        onChange={choose}
        data={[
          { value: 'announcement', label: t`Announcement` },
          { value: 'poll', label: t`Poll` },
          { value: 'acknowledgement', label: t`Ask to confirm` },
        ]}
      />
      <p className={classes.quiet}>{explained[kind]}</p>
      {kind === 'poll' && <PollSettings poll={poll ?? usualPoll} draft={draft} />}
      {kind === 'acknowledgement' && (
        <AcknowledgementSettings acknowledgement={acknowledgement ?? usualAcknowledgement} draft={draft} />
      )}
    </>
  )
}
