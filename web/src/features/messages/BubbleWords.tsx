import type { Message } from '@crewline/contract/messages'
import { TranslatedBody } from '../translation/index.ts'
import { tellChanged } from './changed.ts'
import classes from './MessageBubble.module.css'
import type { Bubble } from './thread-rows.ts'

const links = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g

function Body({ text, lang }: { text: string; lang: string | undefined }) {
  if (text === '') return null
  const parts = text.split(links)
  return (
    <p className={classes.body} dir="auto" lang={lang}>
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          // The split alternates text and links, so that the place is the identity.
          // oxlint-disable-next-line react/no-array-index-key
          <a key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}

/** The words of a bubble, in the reader's language where they were translated; links open in a page of their own. */
export function BubbleWords({ bubble }: { bubble: Bubble }) {
  const { message, body } = bubble
  if (!message) return <Body text={body} lang={undefined} />
  return <TranslatedBody message={message} words={Body} onChanged={tellChanged} />
}

/** What a reader sees of a message first: the translation of what came in, the words of what went out. */
export function shownWords({ direction, translation, body }: Message): string {
  return direction === 'in' && translation && !translation.failed ? translation.text : body
}
