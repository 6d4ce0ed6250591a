import { BubbleFiles } from './BubbleFiles.tsx'
import type { DisplayedText } from './phones-state.ts'
import { ReactionMenu } from './ReactionMenu.tsx'
import classes from './thread.module.css'
import { reasonNotArrived, formatTime } from './words.ts'

interface BubbleProps {
  text: DisplayedText
  /** The last of consecutive messages from one side, which has the tail. */
  isTail: boolean
  /** Shows the delivery mark under the newest message of the contact. */
  isMarked: boolean
  /** Sends the text form of a reaction. */
  onReact: (body: string) => void
}

const stateLabels: Partial<Record<DisplayedText['state'], string>> = { sending: 'Sending…', delivered: 'Delivered' }

/** Returns whether the message was meant for this phone and did not arrive. */
export function isMissing(text: DisplayedText): boolean {
  return text.direction === 'in' && text.state !== 'delivered'
}

/**
 * Renders one message on the phone. A message that never arrived is outlined: the contact would not see it, the tester
 * must.
 */
export function Bubble({ text, isTail, isMarked, onReact }: BubbleProps) {
  const at = new Date(text.at)
  const hasNotArrived = isMissing(text)
  const files = text.media ?? []
  const isFailed = text.direction === 'out' && text.state === 'failed'
  const isLarge = /^\p{Extended_Pictographic}{1,3}$/u.test(text.body.replace(/\p{Emoji_Modifier}|\uFE0F/gu, ''))
  return (
    <div className={classes.turn} data-side={text.direction} data-fresh={text.isFresh || undefined}>
      {files.length > 0 && <BubbleFiles files={files} />}
      {(text.body !== '' || files.length === 0) && (
        <p
          className={classes.bubble}
          data-tail={isTail || undefined}
          data-missing={hasNotArrived || undefined}
          data-large={(isLarge && !hasNotArrived) || undefined}
          dir="auto"
          title={formatTime(at)}
        >
          {text.body}
        </p>
      )}
      {text.direction === 'in' && !hasNotArrived && <ReactionMenu text={text} onReact={onReact} />}
      {hasNotArrived && <p className={classes.reason}>{reasonNotArrived(text.errorCode)}</p>}
      {isFailed && <p className={classes.reason}>Not delivered: no line has this number</p>}
      {isMarked && !isFailed && <p className={classes.mark}>{stateLabels[text.state]}</p>}
    </div>
  )
}
