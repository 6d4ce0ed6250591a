import type { PhoneText } from './carrier.ts'

/** A reaction as phones send it to a recipient without reaction support: a text that quotes the message. */
export interface Reaction {
  face: string
  label: string
  verb: string
}

export const reactions: Reaction[] = [
  { face: '👍', label: 'Like', verb: 'Liked' },
  { face: '❤️', label: 'Love', verb: 'Loved' },
  { face: '😂', label: 'Laugh', verb: 'Laughed at' },
  { face: '‼️', label: 'Emphasize', verb: 'Emphasized' },
  { face: '❓', label: 'Question', verb: 'Questioned' },
  { face: '👎', label: 'Dislike', verb: 'Disliked' },
]

/** Returns the text form of a reaction; a picture without text is named, not quoted. */
export function reactionText({ verb }: Reaction, text: PhoneText): string {
  return text.body.trim() === '' ? `${verb} an image` : `${verb} “${text.body}”`
}
