import type { Message } from '@crewline/contract/messages'
import type { ReactNode } from 'react'
import { TranslatedBody } from '../../translation/index.ts'
import { notifyChanged } from '../outbox/changed.ts'
import classes from './MessageBubble.module.css'
import type { Bubble } from './thread-rows.ts'

const links = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g

/** Right-to-left scripts. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const phones = /(\+\d[\d\s().-]{5,}\d|\(\d{2,4}\)[\d\s.-]{5,}\d|\d{3}[-. ]\d{3}[-. ]\d{4})/g

/** Isolates phone numbers in right-to-left text, where their digit groups would otherwise be reordered. */
function inOrder(text: string): ReactNode {
  if (!rightToLeft.test(text)) return text
  return text.split(phones).map((part, at) =>
    at % 2 === 1 ? (
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
    <p className={classes.body} dir="auto" lang={lang} translate="no">
      {parts.map((part, at) =>
        at % 2 === 1 ? (
          // The split alternates text and links, so the index is a stable key.
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

/** Shows the text of a message, translated for the reader where a translation exists; links open in a new tab. */
export function BubbleText({ bubble }: { bubble: Bubble }) {
  const { message, body } = bubble
  if (!message) return <Body text={body} lang={undefined} />
  return <TranslatedBody message={message} component={Body} onChanged={notifyChanged} />
}

/** Returns the text shown by default: the translation of an incoming message, the original of an outgoing one. */
export function displayTextOf({ direction, translation, body }: Message): string {
  return direction === 'in' && translation && !translation.failed ? translation.text : body
}
