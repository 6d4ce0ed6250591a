import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { InboxStatus, RepliesQueue } from './inbox.ts'
import { oneLine } from './one-line.ts'

/** A saved view of the inbox; shared ones are visible to all members. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
  status: InboxStatus,
  search: z.string(),
  groupIds: z.array(Id),
  tagIds: z.array(Id),
  repliesTo: z
    .object({
      queue: RepliesQueue.describe('What the list of conversations takes as `repliesTo`.'),
      name: z
        .string()
        .nullable()
        .describe('The broadcast; null for any, and for one that was deleted or that the member cannot see.'),
      archived: z.boolean(),
    })
    .nullable()
    .describe('The broadcast whose replies the view shows; null without one.'),
})
export type SavedView = z.infer<typeof SavedView>

const viewFields = {
  name: oneLine(40).min(1),
  shared: z.boolean().default(false),
  status: InboxStatus.default('open'),
  search: z.string().trim().max(100).default(''),
  groupIds: z.array(Id).max(50).default([]),
  tagIds: z.array(Id).max(10).default([]),
  repliesTo: RepliesQueue.optional().describe('A batch stands for all dates of its broadcast.'),
}

export const savedViews = endpoint({
  method: 'GET',
  path: '/message/views',
  viewing: 'allowed',
  summary: 'Lists the member’s saved views and the shared ones.',
  can: 'inbox.read',
  apiKeys: 'refused',
  reply: ok({ views: z.array(SavedView) }),
})

export const createView = endpoint({
  method: 'POST',
  path: '/message/views',
  summary: 'Saves an inbox list under a name.',
  can: 'inbox.read',
  apiKeys: 'refused',
  fails: ['too_many'],
  body: z.strictObject(viewFields),
  reply: ok({ view: SavedView }),
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/message/views',
  summary: 'Deletes a saved view. A shared one can be deleted only by its creator or a member who may manage replies.',
  can: 'inbox.read',
  apiKeys: 'refused',
  query: z.object({ id: Id }),
  reply: ok({}),
})
