import type { BroadcastMessage } from '@crewline/contract/broadcasts'

/** The texts of a message, in its language and in the others. */
export type MessageTexts = Pick<BroadcastMessage, 'body' | 'language' | 'variants'>

/**
 * Adds a link to every text of a message: at the caret in the language that is edited, on a line of its own at the end
 * of the others. A text that already has the link stays as it is. A translation stays a translation: its words are the
 * same.
 */
export function withLink(
  message: MessageTexts,
  edited: { language: string; at: number },
  linkIn: (language: string) => string,
): Pick<MessageTexts, 'body' | 'variants'> {
  const add = (text: string, language: string): string => {
    const link = linkIn(language)
    if (text.includes(link)) return text
    return language === edited.language ? insertLink(text, edited.at, link).text : onOwnLine(text, link)
  }
  return {
    body: add(message.body, message.language),
    variants: message.variants.map((variant) => ({ ...variant, body: add(variant.body, variant.language) })),
  }
}

/** Inserts a link into a text, apart from the words around it. Returns the text and where the link ends. */
export function insertLink(text: string, at: number, link: string): { text: string; end: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const start = before === '' || /\s$/.test(before) ? before : `${before} `
  const rest = after === '' || /^\s/.test(after) ? after : ` ${after}`
  return { text: `${start}${link}${rest}`, end: start.length + link.length }
}

function onOwnLine(text: string, link: string): string {
  const words = text.trimEnd()
  return words === '' ? link : `${words}\n${link}`
}
