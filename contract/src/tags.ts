import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { TAG_NAME_MAX } from './limits.ts'
import { oneLine } from './one-line.ts'

/** The colors of a tag; each has a light and a dark pair in the interface. */
export const TagColor = z.enum(['gray', 'blue', 'green', 'yellow', 'red', 'violet', 'teal', 'orange'])
export type TagColor = z.infer<typeof TagColor>

/** A label on conversations. */
export const Tag = z.object({ id: Id, name: z.string(), color: TagColor })
export type Tag = z.infer<typeof Tag>

const name = oneLine(TAG_NAME_MAX).min(1)

export const tags = endpoint({
  method: 'GET',
  path: '/message/tags',
  summary: 'Lists every tag of the organization by name, with its number of conversations.',
  can: 'inbox.read',
  reply: ok({ tags: z.array(Tag.extend({ conversations: z.number().int() })) }),
})

export const createTag = endpoint({
  method: 'POST',
  path: '/message/tags',
  summary: 'Creates a tag. A name that already exists, regardless of case, is a conflict.',
  can: 'inbox.reply',
  fails: ['name_taken', 'too_many'],
  body: z.strictObject({ name, color: TagColor.default('gray') }),
  reply: ok({ tag: Tag }),
})

export const editTag = endpoint({
  method: 'PATCH',
  path: '/message/tags',
  summary: 'Renames or recolors a tag everywhere.',
  can: 'replies.manage',
  fails: ['name_taken'],
  query: z.object({ id: Id }),
  body: z.strictObject({ name: name.optional(), color: TagColor.optional() }),
  reply: ok({ tag: Tag }),
})

export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/message/tags',
  summary: 'Deletes a tag and removes it from every conversation.',
  can: 'replies.manage',
  query: z.object({ id: Id }),
  reply: ok({}),
})
