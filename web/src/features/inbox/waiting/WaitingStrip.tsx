import { formatUnit } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconNotes } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/lib/lazy-part.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { Hint } from '../../../shared/ui/overlay/Hint.tsx'
import { waitingTimeOf } from '../list/row-chip.ts'
import { useWaitingQueueQuery } from '../state/related-api.ts'
import { useNow } from '../thread/useNow.ts'
import { ShiftNoteCard } from './ShiftNoteCard.tsx'
import classes from './Waiting.module.css'

const ShiftNoteDialog = lazyPart(() => import('./ShiftNoteDialog.tsx'))

export interface WaitingStripProps {
  /** The filter of replies to broadcasts that limits the queue. */
  repliesTo: string | undefined
  onNext: () => void
}

/**
 * The head of the waiting queue: the note of the last shift, how many contacts wait and how long, and the way to the
 * next one.
 */
export function WaitingStrip({ repliesTo, onNext }: WaitingStripProps) {
  const { t, i18n } = useLingui()
  const canReply = useCan('inbox.reply')
  const now = useNow()
  const { data: queue } = useWaitingQueueQuery(repliesTo)
  const [isWriting, setWriting] = useState(false)
  // A note for the next shift is about everyone who waits.
  const { data: whole } = useWaitingQueueQuery(undefined, { skip: !isWriting })
  if (!queue) return null
  const { count, waitingSince, shiftNote } = queue
  const longest = waitingSince ? waitingTimeOf(waitingSince, now) : undefined
  const time = longest ? formatUnit(longest.value, longest.unit, i18n.locale) : ''
  const shown = count >= 1000 ? '1,000+' : count
  return (
    <>
      {shiftNote && <ShiftNoteCard note={shiftNote} />}
      <div className={classes.strip} role="group" aria-label={t`Waiting for an answer`}>
        <p>
          {count > 0 ? (
            <Trans>
              <strong>
                <Plural value={count} one={`${shown} person waiting`} other={`${shown} people waiting`} />
              </strong>
              <span>longest {time}</span>
            </Trans>
          ) : (
            <span>{t`No one is waiting for an answer.`}</span>
          )}
        </p>
        {canReply && (
          <Hint label={t`Leave a note for the next shift`}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconNotes size={14} stroke={1.75} aria-hidden />}
              onClick={() => setWriting(true)}
            >
              <Trans>Shift note</Trans>
            </Button>
          </Hint>
        )}
        {count > 0 && (
          <Hint label={t`Open the person who has waited longest (N)`}>
            <Button size="xs" onClick={onNext}>
              <Trans context="conversation">Next</Trans>
            </Button>
          </Hint>
        )}
      </div>
      {isWriting && whole && (
        <Suspense fallback={null}>
          <ShiftNoteDialog queue={whole} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </>
  )
}
