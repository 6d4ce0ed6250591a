import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { InboxStatus } from './inbox.ts'
import { oneLine } from './one-line.ts'

/** A list of the inbox somebody keeps under a name; shared ones are everybody's. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
  status: InboxStatus,
  search: z.string(),
  groupIds: z.array(Id),
  tagIds: z.array(Id),
})
export type SavedView = z.infer<typeof SavedView>

const wanted = {
  name: oneLine(40).min(1),
  shared: z.boolean().default(false),
  status: InboxStatus.default('open'),
  search: z.string().trim().max(100).default(''),
  groupIds: z.array(Id).max(50).default([]),
  tagIds: z.array(Id).max(10).default([]),
}

export const savedViews = endpoint({
  method: 'GET',
  path: '/message/views',
  summary: "The asking member's saved views and the shared ones.",
  can: 'inbox.read',
  reply: ok({ views: z.array(SavedView) }),
})

export const createView = endpoint({
  method: 'POST',
  path: '/message/views',
  summary: 'Keep a list under a name.',
  can: 'inbox.read',
  body: z.strictObject(wanted),
  reply: ok({ view: SavedView }),
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/message/views',
  summary: 'Forget a saved view; of shared ones, only who made it or may manage replies.',
  can: 'inbox.read',
  query: z.object({ id: Id }),
  reply: ok({}),
})
