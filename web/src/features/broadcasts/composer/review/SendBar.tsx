import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCan } from '../../../../shared/lib/session/select.ts'
import { useOrganizationSettingsQuery } from '../../../organizations/index.ts'
import classes from '../CountBar.module.css'
import fields from '../Fields.module.css'
import { Totals } from '../CountBar.tsx'
import { confirmationFor, needsApproval, type Missing } from '../draft-rules.ts'
import type { AudienceCount } from '../useAudienceCount.ts'
import type { Draft } from '../useDraft.ts'
import { useFocusReturn } from '../useFocusReturn.ts'
import { ConfirmSend } from './ConfirmSend.tsx'
import { useLaunch } from './useLaunch.ts'
import { useMissingText } from './useMissingText.ts'
import { useSendLabel } from './useSendLabel.ts'

export interface SendBarProps {
  draft: Draft
  count: AudienceCount
  missing: Missing[]
  onLaunching: (isLaunching: boolean) => void
}

/** The button that sends: its text is the act. Many people are confirmed first. */
export function SendBar({ draft, count, missing, onLaunching }: SendBarProps) {
  const describeMissing = useMissingText()
  const { launch, isLoading, problem } = useLaunch({ draft, count, onLaunching })
  const [isAsking, setAsking] = useState(false)
  const rememberFocus = useFocusReturn(isAsking)
  const { data } = useOrganizationSettingsQuery()
  const approval = {
    maySend: useCan('broadcasts.send'),
    mayApprove: useCan('broadcasts.approve'),
    above: data?.settings.broadcasts.approvalAbove ?? null,
  }
  const { schedule, audience } = draft.content
  const recipients = count.data?.count.recipients ?? 0
  const label = useSendLabel()(schedule, recipients, needsApproval(recipients, approval))
  const confirmation = confirmationFor(recipients, audience.everyone)
  // A series may have no one yet, such as those hired this week.
  const hasNoOne = recipients === 0 && schedule.mode !== 'recurring'
  const isOff = missing.length > 0 || count.isStale || !count.data || hasNoOne
  const [first] = missing
  return (
    <footer className={classes.foot}>
      <p className={problem ? fields.problem : classes.total} role={problem ? 'alert' : 'status'}>
        {problem ||
          (first ? (
            describeMissing(first)
          ) : hasNoOne && count.data ? (
            <Trans>No one would get this.</Trans>
          ) : (
            <Totals draft={draft} count={count} />
          ))}
      </p>
      <Button
        className={classes.next ?? ''}
        disabled={isOff}
        loading={isLoading}
        onClick={() => {
          if (confirmation === 'none') return void launch(recipients)
          rememberFocus()
          setAsking(true)
        }}
      >
        {label}
      </Button>
      {isAsking && count.data && (
        <ConfirmSend
          label={label}
          people={recipients}
          segments={count.data.cost?.texts ?? recipients}
          isNow={schedule.mode === 'now'}
          isTyped={confirmation === 'typed'}
          onCancel={() => setAsking(false)}
          onConfirm={async () => {
            await launch(recipients)
            setAsking(false)
          }}
        />
      )}
    </footer>
  )
}
