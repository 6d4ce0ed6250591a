import { z } from 'zod'
import { Id } from './ids.ts'

/** A file of a message; `url` opens it for some minutes and is null until the file has been checked and sanitized. */
export const MediaItem = z.object({
  id: Id,
  kind: z.enum(['image', 'video', 'audio', 'document']),
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  state: z
    .enum(['pending', 'ready', 'refused', 'deleted'])
    .describe('`deleted`: past the period for which it was kept.'),
  url: z.string().nullable(),
  thumbUrl: z.string().nullable().describe('Small enough for a list; images only.'),
})
export type MediaItem = z.infer<typeof MediaItem>
