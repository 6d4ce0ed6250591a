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
    'Uploads one file for a message or a greeting as raw bytes (application/octet-stream). Its type is detected from the content; pictures are re-encoded without camera metadata.',
  can: 'inbox.reply',
  fails: ['too_many', 'file_refused', 'file_too_large'],
  takes: 'bytes',
  query: z.object({ name: oneLine(120).default('') }),
  reply: ok({ file: MediaItem }),
})

export const openFile = endpoint({
  method: 'GET',
  path: '/file/{id}',
  viewing: 'allowed',
  summary: 'Returns a file with fresh links, to replace expired ones.',
  can: 'inbox.read',
  params: z.object({ id: Id }),
  reply: ok({ file: MediaItem }),
})
