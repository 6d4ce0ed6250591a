import { BubbleFiles } from './BubbleFiles.tsx'
import type { ShownText } from './phones-state.ts'
import { ReactionMenu } from './ReactionMenu.tsx'
import classes from './thread.module.css'
import { reasonNotArrived, timeWords } from './words.ts'

interface BubbleProps {
  text: ShownText
  /** The last of a run from one side: it has the tail. */
  isTail: boolean
  /** Shows the mark under it: the newest text the worker sent. */
  isMarked: boolean
  /** Sends what a reaction becomes. */
  onReact: (body: string) => void
}

const markOf: Partial<Record<ShownText['state'], string>> = { sending: 'Sending…', delivered: 'Delivered' }

/** Whether the text was meant for this phone and is not on it. */
export function isMissing(text: ShownText): boolean {
  return text.direction === 'in' && text.state !== 'delivered'
}

/** One text on the phone. A text that never arrived is outlined: the worker would not see it, the person testing must. */
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
          title={timeWords(at)}
        >
          {text.body}
        </p>
      )}
      {text.direction === 'in' && !hasNotArrived && <ReactionMenu text={text} onReact={onReact} />}
      {hasNotArrived && <p className={classes.reason}>{reasonNotArrived(text.errorCode)}</p>}
      {isFailed && <p className={classes.reason}>Not delivered: no line has this number</p>}
      {isMarked && !isFailed && <p className={classes.mark}>{markOf[text.state]}</p>}
    </div>
  )
}
