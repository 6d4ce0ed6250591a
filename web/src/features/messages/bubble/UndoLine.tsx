import { Trans } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { useCallback, useEffect, useRef, type CSSProperties } from 'react'
import { useStore } from 'react-redux'
import { StatusTick } from '../../../shared/ui/text/StatusTick.tsx'
import { offerUndo } from '../../../shared/lib/last-undo.ts'
import { fillComposer } from '../composer/composer-bus.ts'
import classes from './MessageBubble.module.css'
import { takeToEdit } from '../outbox/outbox.ts'
import { takeBackText, type SendingStore } from '../outbox/sending.ts'
import type { Bubble } from './thread-rows.ts'
import { requestUndo } from '../outbox/undo.ts'
import { useSecondsUntil } from '../schedule/useSecondsUntil.ts'

/** Returns until when a message can be undone, in ms of this device's clock; undefined when it cannot. */
export function undoableUntil({ message, pending, at }: Bubble): number | undefined {
  if (message)
    return message.state === 'held' && message.holdReason === 'undo' ? Date.parse(message.dueAt ?? at) : undefined
  if (!pending?.undoSeconds || pending.state === 'failed' || pending.state === 'waiting') return undefined
  return Date.parse(at) + pending.undoSeconds * 1000
}

/** Returns a callback that undoes a held message: cancels it on the server and restores its text in the composer. */
function useTakeBack({ message, pending }: Bubble): () => void {
  const store = useStore() as SendingStore
  const isBusy = useRef(false)
  return useCallback(() => {
    async function takeBack(): Promise<void> {
      if (pending && pending.state === 'waiting') {
        const text = takeToEdit(pending.clientMessageId)
        if (text) fillComposer(text.contactId, { body: text.body, media: text.media ?? [] })
        return
      }
      if (pending) return requestUndo(pending.clientMessageId)
      if (!message || isBusy.current) return
      isBusy.current = true
      await takeBackText(store, message)
      isBusy.current = false
    }
    void takeBack()
  }, [message, pending, store])
}

const lateAfterMs = 10_000

/** A message that is due: sent at once, or it waits for a paused number or its turn. */
function SendingState({ since }: { since: number }) {
  const isLate = useSecondsUntil(since + lateAfterMs) === 0
  return (
    <span className={classes.meta}>
      <StatusTick state={isLate ? 'queued' : 'submitting'} on="bubble" />
    </span>
  )
}

/**
 * Shows "Sending in 5 s · Undo" with a ring. The server holds the message, so that closing the page neither loses nor
 * duplicates it.
 */
export function UndoLine({ bubble, until, canUndo }: { bubble: Bubble; until: number; canUndo: boolean }) {
  const left = useSecondsUntil(until)
  const takeBack = useTakeBack(bubble)
  const isOpen = left > 0 && canUndo
  useEffect(() => (isOpen ? offerUndo(bubble.key, takeBack) : undefined), [isOpen, bubble.key, takeBack])
  if (left === 0) return <SendingState since={until} />
  return (
    <span className={classes.meta}>
      <svg className={classes.ring} viewBox="0 0 16 16" width={14} height={14} aria-hidden>
        <circle cx="8" cy="8" r="6" data-track />
        <circle cx="8" cy="8" r="6" style={{ '--left': left } as CSSProperties} pathLength={10} />
      </svg>
      <span>
        <Trans>Sending in {left} sec</Trans>
      </span>
      {canUndo && (
        <UnstyledButton className={classes.act} onClick={takeBack} aria-keyshortcuts="Z">
          <Trans>Undo</Trans>
        </UnstyledButton>
      )}
    </span>
  )
}
