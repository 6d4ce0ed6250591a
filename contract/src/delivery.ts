import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** Something a carrier told that could not be stored, and waits for people to try it again. */
export const SetAside = z.object({
  id: Id,
  lineId: Id,
  /** A text of a worker, or what became of a text of ours. */
  kind: z.enum(['text', 'news']),
  /** Who wrote, as the carrier says it; null for news and for what cannot be read. */
  from: z.string().nullable(),
  /** What they wrote; null for news and for what cannot be read. */
  words: z.string().nullable(),
  /** How many files came with it. */
  files: z.number().int(),
  /** What it says was not taken, or we failed at storing it; `unknown` where nobody noted why. */
  reason: z.enum(['refused', 'trouble', 'unknown']),
  /** Whether it can be opened; it cannot where it was sealed with another key. */
  isReadable: z.boolean(),
  /** How often people tried it again. */
  tries: z.number().int(),
  cameAt: Instant,
  setAsideAt: Instant,
})
export type SetAside = z.infer<typeof SetAside>

export const setAside = endpoint({
  method: 'GET',
  path: '/line/set-aside',
  summary: 'What carriers told that could not be stored, the oldest 100, and how many there are.',
  can: 'lines.manage',
  reply: ok({ data: z.array(SetAside), total: z.number().int() }),
})

export const trySetAside = endpoint({
  method: 'POST',
  path: '/line/set-aside',
  summary: 'Try to store these again, in the order they came. What is stored already stays as it is.',
  can: 'lines.manage',
  body: z.strictObject({ ids: z.array(Id).min(1).max(100) }),
  reply: ok({ stored: z.number().int(), data: z.array(SetAside), total: z.number().int() }),
})

export const discardSetAside = endpoint({
  method: 'DELETE',
  path: '/line/set-aside',
  summary: 'Give up one for good that cannot be read, or that was tried again and could not be stored.',
  can: 'lines.manage',
  query: z.object({ id: Id }),
  reply: ok({ data: z.array(SetAside), total: z.number().int() }),
})
