import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import classes from './Composer.module.css'
import { ComposerTools } from './ComposerTools.tsx'
import { SendButton } from './SendButton.tsx'
import { TextCounter } from './TextCounter.tsx'
import { useCan } from '../../../shared/lib/session/select.ts'
import { useDue } from '../../../shared/ui/text/useDue.ts'
import type { TextWriting } from './useTextWriting.ts'
import type { Triggers } from './useTrigger.ts'

export interface TextFootProps {
  writing: TextWriting
  triggers: Triggers
  isPhone: boolean
  onToggleNote: () => void
  onOpenDialog: (what: 'time' | 'reason') => void
  mayArchive: boolean
}

/** The footer of the composer: tools, length, notice of plain characters, and the send button. */
export function TextFoot({ writing, triggers, isPhone, onToggleNote, onOpenDialog, mayArchive }: TextFootProps) {
  const due = useDue()
  const mayOffShift = useCan('messages.off_shift')
  const [isLaterOpen, setLaterOpen] = useState(false)
  const { name, zone, now, morning, isNight, isOff, isBusy, words, counted, attachments, pasted, select } = writing
  const { isAsWritten, setAsWritten, translates, cancelsIfReply, setCancelsIfReply, go, press, later } = writing
  const laterItems = {
    name,
    zone,
    now,
    shiftStart: writing.isOffShift ? morning : null,
    cancelsIfReply,
    onCancelIfReply: setCancelsIfReply,
    onPick: (at: Date) => void go(later(at)),
    onCustomTime: () => onOpenDialog('time'),
  }
  // Stable callbacks, so that the tools and the button do not re-render on each key press.
  const openReplies = useCallbackRef(() => triggers.openBy('reply'))
  const openFields = useCallbackRef(() => triggers.openBy('field'))
  const sendNow = useCallbackRef(() => (isNight ? onOpenDialog('reason') : void go({})))
  const sendAndArchive = useCallbackRef(() => press({ isArchiving: true }))
  const openLater = useCallback(() => setLaterOpen(true), [])
  return (
    <div className={classes.foot}>
      <ComposerTools
        isPhone={isPhone}
        isNote={false}
        onNote={onToggleNote}
        onFiles={attachments.add}
        onReplies={openReplies}
        onFields={openFields}
        isLaterOpen={isLaterOpen}
        onLater={setLaterOpen}
        canSchedule={!isOff}
        later={isLaterOpen ? laterItems : undefined}
      />
      <TextCounter
        count={words.count}
        draft={counted}
        hasMedia={attachments.list.length > 0}
        onShow={(at) => select(String.fromCodePoint(counted.codePointAt(at) ?? 32))}
      />
      {pasted && (
        <span className={classes.hint} role="status">
          <Trans>Replaced curly quotes and dashes with plain ones.</Trans>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              writing.draft.write(pasted.before)
              writing.setPasted(undefined)
            }}
          >
            <Trans>Undo</Trans>
          </Button>
        </span>
      )}
      {isAsWritten && translates && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAsWritten(false)}>
          <Trans>Translate again</Trans>
        </Button>
      )}
      <SendButton
        isOff={isOff}
        isBusy={isBusy}
        writtenIn={writing.writtenIn}
        morning={morning ? due(morning, zone) : undefined}
        onNow={writing.isOffShift && !mayOffShift ? undefined : sendNow}
        onArchive={mayArchive ? sendAndArchive : undefined}
        onLater={openLater}
      />
    </div>
  )
}
