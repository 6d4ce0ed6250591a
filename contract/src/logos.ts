import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { oneLine } from './one-line.ts'
import { LogoPicture } from './organizations.ts'

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/organization/logo',
  summary:
    'Uploads a logo as raw bytes (application/octet-stream): PNG, JPEG or WebP. It becomes a small PNG without metadata, and is used once `PATCH /organization` names its id. A logo that is not used is deleted after 30 days.',
  can: 'organization.manage',
  fails: ['too_many', 'file_refused', 'file_too_large'],
  takes: 'bytes',
  query: z.object({ name: oneLine(120).default('') }),
  reply: ok({ logo: LogoPicture }),
})
