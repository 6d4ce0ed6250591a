import type { Faults, Handset, Text } from './records.ts'

const TEXTS_PER_HANDSET = 200
const TEXTS_IN_MEMORY = 250_000

export type Handsets = {
  byPhone: Map<string, Handset>
  of: (phone: string) => Handset
  deliver: (phone: string, text: Text) => void
}

/**
 * Keeps all handsets in the order of their last message; beyond the limits, drops the oldest messages of the least
 * active ones.
 */
export function createHandsets(): Handsets {
  const byPhone = new Map<string, Handset>()
  let textCount = 0

  const of = (phone: string): Handset => {
    const existing = byPhone.get(phone)
    if (existing) return existing
    const handset = newHandset(phone)
    byPhone.set(phone, handset)
    return handset
  }
  return {
    byPhone,
    of,
    deliver: (phone, text) => {
      const handset = of(phone)
      handset.texts.push(text)
      handset.lastAt = text.at
      textCount += 1
      if (handset.texts.length > TEXTS_PER_HANDSET) textCount -= dropOldest(handset)
      byPhone.delete(phone)
      byPhone.set(phone, handset)
      if (textCount > TEXTS_IN_MEMORY) textCount -= dropFromQuietest(byPhone)
    },
  }
}

function newHandset(phone: string): Handset {
  const faults: Faults = { delivery: 'ok', receipts: 'ok' }
  return { phone, name: phone, about: null, language: null, faults, lastAt: null, unread: 0, texts: [] }
}

function dropOldest(handset: Handset): number {
  const text = handset.texts.shift()
  // Look-ups by reference share this object for two weeks; without its body it needs little memory.
  if (text) text.body = ''
  return text ? 1 : 0
}

function dropFromQuietest(byPhone: Map<string, Handset>): number {
  for (const handset of byPhone.values()) {
    const dropped = dropOldest(handset)
    if (dropped > 0) return dropped
  }
  return 0
}
