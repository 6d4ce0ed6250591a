import type { Message } from '@crewline/contract/messages'

/** A text as the sample phone shows it. */
export interface TextOnPhone {
  id: string
  /** `arrived` came from the team, `typed` was written on the phone. */
  side: 'arrived' | 'typed'
  body: string
  files: number
}

/** Returns the texts that the phone has: what arrived from the team, and what was typed on it. */
export function textsOnPhone(messages: readonly Message[]): TextOnPhone[] {
  return messages.flatMap(({ id, direction, state, body, media }) => {
    const hasArrived = direction === 'out' && (state === 'sent' || state === 'delivered')
    if (!hasArrived && direction !== 'in') return []
    return [{ id, side: hasArrived ? ('arrived' as const) : ('typed' as const), body, files: media.length }]
  })
}
