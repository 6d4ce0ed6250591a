import type { Db } from '../../kernel/db/pool.ts'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { BroadcastChanged } from '../broadcasts/index.ts'
import { BillingChanged } from '../billing/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { VoicemailLeft } from '../voicemail/index.ts'
import { contactOf, contentOf, withoutFlood } from './notice-rules.ts'
import { noticesFor } from './notices-views.ts'
import { addPosts, type NewPost } from './store.ts'
import { organizationsWithChannels, subscribersOf, unpostedOf, type Subscriber } from './views.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'integrations'
/** Events read in one transaction: only which organizations they are about counts. */
const STEP = 500
/** Delay in ms before new events are read, so that more are handled at once. */
const PAUSE_MS = 500

/** What is posted soon. Everything else is found each minute: what waits too long happens without an event. */
const FOLLOWED = new Set([VoicemailLeft, BroadcastChanged, BillingChanged].map(({ name }) => name))

const systemOf = (kernel: Kernel) =>
  kernel.database.asSystem('posts to chat channels of every organization are recorded')

/** Follows the event log and records posts, for the life of the process. */
export function startRecording(kernel: Kernel): Running {
  return followQueue(kernel, {
    name: 'chat channels',
    wakeUp: 'events',
    pass: () => recordFromEvents(kernel),
    pauseMs: PAUSE_MS,
  })
}

/** Records the posts of organizations with new events. Returns whether there may be more. */
export async function recordFromEvents(kernel: Kernel): Promise<boolean> {
  let recorded = 0
  const options = { follower: FOLLOWER, most: STEP, now: kernel.world.now() }
  const read = await consumeEvents(systemOf(kernel), options, async (db, events) => {
    recorded = 0
    const orgIds = new Set(events.filter(({ name }) => FOLLOWED.has(name)).map(({ orgId }) => orgId))
    for (const orgId of orgIds) recorded += await recordFor(kernel, db, orgId)
  })
  if (recorded > 0) kernel.signals.wakeUp('chat')
  return read === STEP
}

/** Records the posts of every organization with a channel. A pass that is repeated records nothing twice. */
export async function recordAll(kernel: Kernel): Promise<void> {
  const system = systemOf(kernel)
  let recorded = 0
  for (const orgId of await organizationsWithChannels(system)) {
    try {
      recorded += await recordFor(kernel, system, orgId)
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'integrations: posts could not be recorded, trying again')
    }
  }
  if (recorded > 0) kernel.signals.wakeUp('chat')
}

async function recordFor(kernel: Kernel, system: Db, orgId: string): Promise<number> {
  const channels = await subscribersOf(system, orgId)
  if (channels.length === 0) return 0
  const db = kernel.database.ofOrg(orgId)
  const { organization } = await organizationOf(db, orgId)
  const now = kernel.world.now()
  let count = 0
  for (const channel of channels) {
    const all = await noticesFor({ db, orgId, now, channel })
    const subjects = all.map(({ subject }) => subject)
    const unposted = await unpostedOf(db, orgId, { channelId: channel.id, subjects })
    const posts = postsFor(kernel, {
      channel,
      organization: organization.name,
      notices: all.filter(({ subject }) => unposted.has(subject)),
    })
    if (posts.length > 0) await addPosts(system, orgId, { posts, now })
    count += posts.length
  }
  return count
}

function postsFor(
  kernel: Kernel,
  {
    channel: { id: channelId, language, showsText },
    organization,
    notices,
  }: { channel: Subscriber; organization: string; notices: Parameters<typeof withoutFlood>[0] },
): NewPost[] {
  const { posted, merged } = withoutFlood(notices)
  const writing = {
    localize: (text: Parameters<typeof localize>[0]) => localize(text, language),
    publicUrl: kernel.config.publicUrl,
    organization,
    showsText,
  }
  const rowOf = (notice: (typeof notices)[number], content: object | null): NewPost => ({
    id: kernel.world.id(),
    channelId,
    event: notice.event,
    contactId: contactOf(notice),
    subject: notice.subject,
    content,
  })
  return [
    ...posted.map((notice) => rowOf(notice, contentOf(notice, writing))),
    ...merged.map((notice) => rowOf(notice, null)),
  ]
}
