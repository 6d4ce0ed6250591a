import type { Broadcast } from '@crewline/contract/broadcasts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '../../../shared/lib/session/state.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useApproveBroadcastMutation } from '../api.ts'
import classes from './Detail.module.css'
import { useBroadcastRefusal } from '../useBroadcastRefusal.ts'

/** Shows that a broadcast waits for approval, or was returned; who may approve it decides here. */
export function Approval({ broadcast }: { broadcast: Broadcast }) {
  const { t } = useLingui()
  const describeError = useBroadcastRefusal()
  const [decide] = useApproveBroadcastMutation()
  const [busy, setBusy] = useState<'approve' | 'return'>()
  const [comment, setComment] = useState('')
  const { approval, mayApprove, state } = broadcast
  const recipients = approval?.recipients

  async function answer(isApproved: boolean): Promise<void> {
    setBusy(isApproved ? 'approve' : 'return')
    const { error } = await decide({ id: broadcast.id, isApproved, comment: comment.trim() })
    setBusy(undefined)
    if (error) toast.failed(error, { title: t`Couldn't save your decision`, message: describeError(error) })
    else toast.inApp({ type: 'success', message: isApproved ? t`Approved.` : t`Returned to its author.` })
  }

  if (state === 'draft' && approval?.state === 'rejected') {
    const by = approval.by ? fullName(approval.by) : t`An approver`
    return (
      <section className={classes.note}>
        <p>
          <Trans>
            <bdi>{by}</bdi> returned this draft.
          </Trans>
        </p>
        {approval.comment && <blockquote dir="auto">{approval.comment}</blockquote>}
      </section>
    )
  }
  if (state !== 'pending_approval') return null
  return (
    <section className={classes.card} aria-labelledby="approval-title">
      <h2 id="approval-title" className={classes.cardTitle}>
        <Trans>Waiting for approval</Trans>
      </h2>
      {mayApprove ? (
        <>
          {recipients !== undefined && (
            <p className={classes.details}>
              <Plural
                value={recipients}
                one="The author confirmed # recipient."
                other="The author confirmed # recipients."
              />
            </p>
          )}
          <p className={classes.details}>
            {broadcast.schedule.mode === 'now' ? (
              <Trans>Check the message below. Once you approve it, sending starts.</Trans>
            ) : (
              <Trans>Check the message below. Once you approve it, it's sent as scheduled.</Trans>
            )}
          </p>
          <Textarea
            label={t`Comment`}
            description={t`Sent to the author if you return it.`}
            value={comment}
            maxLength={500}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <div className={classes.buttons} data-end>
            <Button
              variant="default"
              loading={busy === 'return'}
              disabled={busy === 'approve'}
              onClick={() => void answer(false)}
            >
              <Trans>Return to author</Trans>
            </Button>
            <Button loading={busy === 'approve'} disabled={busy === 'return'} onClick={() => void answer(true)}>
              <Trans>Approve</Trans>
            </Button>
          </div>
        </>
      ) : (
        <p className={classes.details}>
          <Trans>Someone else who may approve broadcasts has to approve it before it's sent.</Trans>
        </p>
      )}
    </section>
  )
}
