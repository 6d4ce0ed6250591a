import { formatDate } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useLinesQuery } from '../../lines/index.ts'
import { useAskCarriersMutation, type RestoreReview } from './api.ts'
import classes from './Restore.module.css'

/** How long to show that the carriers are being asked when no answer comes, in ms. */
const waitMs = 60_000

export interface CarrierAnswersProps {
  review: RestoreReview
  /** Called when the carriers are being asked and when that is over, to look for the answer more often meanwhile. */
  isAsking: boolean
  onAsking: (isAsking: boolean) => void
}

/** Shows for each number what the carrier said about the time since the backup, with a button to ask again. */
export function CarrierAnswers({ review, isAsking, onAsking }: CarrierAnswersProps) {
  const { t, i18n } = useLingui()
  const { data: lines } = useLinesQuery()
  const [ask] = useAskCarriersMutation()
  const messageFor = useErrorText()
  const [triedBefore, setTriedBefore] = useState<string | null>()
  const isAnswered = isAsking && review.triedAt !== triedBefore
  useEffect(() => {
    if (isAnswered) onAsking(false)
  }, [isAnswered, onAsking])
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => onAsking(false), waitMs)
    return () => clearTimeout(timer)
  }, [isAsking, onAsking])

  async function askNow(): Promise<void> {
    setTriedBefore(review.triedAt)
    onAsking(true)
    const { error } = await ask()
    if (!error) return
    onAsking(false)
    toast.failed(error, { title: t`Couldn't ask`, message: messageFor(error) })
  }

  const receivedLabels = {
    done: t`Texts received since the backup are here.`,
    failed: t`The carrier didn't answer about texts received since the backup.`,
    impossible: t`This carrier can't list texts received since the backup.`,
  }
  return (
    <SettingsCard
      id="carrier"
      title={t`What your carrier says`}
      state={
        <Button variant="default" size="compact-sm" loading={isAsking} onClick={() => void askNow()}>
          <Trans>Ask again</Trans>
        </Button>
      }
    >
      <p className={classes.note} role="status">
        {isAsking ? (
          <Trans>Asking your carrier…</Trans>
        ) : review.askedAt ? (
          <Trans>Answered: {formatDate(review.askedAt, 'dateTime', i18n.locale)}</Trans>
        ) : review.triedAt ? (
          <Trans>
            Your carrier hasn't answered for every number. We keep asking every few seconds. If this lasts, contact the
            person who manages your Crewline installation.
          </Trans>
        ) : (
          <Trans>We're asking your carrier what was already sent.</Trans>
        )}
      </p>
      {review.lines.length > 0 && (
        <ul className={classes.list}>
          {review.lines.map(({ lineId, received, sent, found }) => {
            const line = lines?.lines.find(({ id }) => id === lineId)
            return (
              <li key={lineId} className={classes.entry}>
                <p className={classes.name}>
                  {line ? (
                    <>
                      <bdi>{line.label}</bdi> · <bdi dir="ltr">{line.phoneDisplay}</bdi>
                    </>
                  ) : (
                    <Trans>A released number</Trans>
                  )}
                </p>
                <p className={classes.note}>
                  {receivedLabels[received]}{' '}
                  {sent === 'done' ? (
                    <Plural
                      value={found}
                      _0="None of the waiting texts were sent already."
                      one="# waiting text was sent already, so it won't be sent again."
                      other="# waiting texts were sent already, so they won't be sent again."
                    />
                  ) : sent === 'failed' ? (
                    <Trans>The carrier didn't say which waiting texts were sent already.</Trans>
                  ) : (
                    <Trans>This carrier can't say which waiting texts were sent already.</Trans>
                  )}
                </p>
              </li>
            )
          })}
        </ul>
      )}
    </SettingsCard>
  )
}
