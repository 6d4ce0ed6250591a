import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { TAG_NAME_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'

/** The colours a tag may have; each has a light and a dark pair in the interface. */
export const TagColor = z.enum(['gray', 'blue', 'green', 'yellow', 'red', 'violet', 'teal', 'orange'])
export type TagColor = z.infer<typeof TagColor>

/** A word put on conversations. */
export const Tag = z.object({ id: Id, name: z.string(), color: TagColor })
export type Tag = z.infer<typeof Tag>

const name = oneLine(TAG_NAME_MAX).min(1)

export const tags = endpoint({
  method: 'GET',
  path: '/message/tags',
  summary: 'Every tag of the organization by name, with how many conversations carry it.',
  can: 'inbox.read',
  reply: ok({ tags: z.array(Tag.extend({ conversations: z.number().int() })) }),
})

export const createTag = endpoint({
  method: 'POST',
  path: '/message/tags',
  summary: 'Add a tag; a name that exists, whatever its case, is a conflict.',
  can: 'inbox.reply',
  body: z.strictObject({ name, color: TagColor.default('gray') }),
  reply: ok({ tag: Tag }),
})

export const editTag = endpoint({
  method: 'PATCH',
  path: '/message/tags',
  summary: 'Rename or recolour a tag everywhere.',
  can: 'replies.manage',
  query: z.object({ id: Id }),
  body: z.strictObject({ name: name.optional(), color: TagColor.optional() }),
  reply: ok({ tag: Tag }),
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/message/tags',
  summary: 'Take a tag off every conversation and forget it.',
  can: 'replies.manage',
  query: z.object({ id: Id }),
  reply: ok({}),
})
