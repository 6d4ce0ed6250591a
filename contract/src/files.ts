import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { MediaItem } from './messages.ts'
import { oneLine } from './one-line.ts'

export const uploadFile = endpoint({
  method: 'POST',
  path: '/file',
  summary:
    'Upload one file for a text or a greeting: its bytes as they are, as application/octet-stream. Its type is read from the content; pictures are made anew without what cameras add.',
  can: 'inbox.reply',
  takes: 'bytes',
  query: z.object({ name: oneLine(120).default('') }),
  reply: ok({ file: MediaItem }),
})

export const openFile = endpoint({
  method: 'GET',
  path: '/file/{id}',
  summary: 'A file with fresh links, for when those of a message have grown old.',
  can: 'inbox.read',
  params: z.object({ id: Id }),
  reply: ok({ file: MediaItem }),
})
