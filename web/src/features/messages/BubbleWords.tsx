import type { Message } from '@crewline/contract/messages'
import type { ReactNode } from 'react'
import { TranslatedBody } from '../translation/index.ts'
import { tellChanged } from './changed.ts'
import classes from './MessageBubble.module.css'
import type { Bubble } from './thread-rows.ts'

const links = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g

/** Letters that run from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const phones = /(\+\d[\d\s().-]{5,}\d|\(\d{2,4}\)[\d\s.-]{5,}\d|\d{3}[-. ]\d{3}[-. ]\d{4})/g

/** Words with each phone number in its own order: between letters that run from right to left its groups would change places. */
function inOrder(text: string): ReactNode {
  if (!rightToLeft.test(text)) return text
  return text.split(phones).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- numbers and words alternate, so that the place is the identity
      <bdi key={at} dir="ltr">
        {part}
      </bdi>
    ) : (
      part
    ),
  )
}

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
          inOrder(part)
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
