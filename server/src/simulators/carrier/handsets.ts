import type { Faults, Handset, Text } from './records.ts'

const TEXTS_PER_HANDSET = 200
const TEXTS_IN_MEMORY = 250_000

export type Handsets = {
  byPhone: Map<string, Handset>
  of: (phone: string) => Handset
  place: (phone: string, text: Text) => void
}

/** All handsets, in the order of their last text; beyond the limits the oldest texts of the quietest are dropped. */
export function createHandsets(): Handsets {
  const byPhone = new Map<string, Handset>()
  let textCount = 0

  const of = (phone: string): Handset => {
    const known = byPhone.get(phone)
    if (known) return known
    const fresh = newHandset(phone)
    byPhone.set(phone, fresh)
    return fresh
  }
  return {
    byPhone,
    of,
    place: (phone, text) => {
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
  // The same object answers look-ups by reference for two weeks; without its body it costs little.
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
