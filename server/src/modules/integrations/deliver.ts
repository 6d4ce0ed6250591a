import type { Db } from '../../kernel/db/pool.ts'
import type { Egress } from '../../kernel/egress/send-outside.ts'
import { makeEgress } from '../../kernel/egress/send-outside.ts'
import { followTargets } from '../../kernel/jobs/targets.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { isPersistent, pauseAfter, waitAfter } from '../webhooks/index.ts'
import type { PostContent } from './content-rules.ts'
import { turnOffWithNotice } from './notices.ts'
import { askedWait } from './outcome-rules.ts'
import { post } from './post.ts'
import {
  dueChannels,
  duePost,
  leaseChannel,
  recordAttempt,
  releaseChannel,
  type DuePost,
  type LeasedChannel,
} from './store/attempts.ts'

/** Channels that one process posts to at the same time. */
const CHANNELS_AT_ONCE = 20

const systemOf = (kernel: Kernel) => kernel.database.asSystem('chat channels of every organization get their posts')

/** Posts for the life of the process. A slow channel holds up only its own posts. */
export function startPosting(kernel: Kernel): Running {
  const egress = makeEgress({ allowsPrivate: kernel.config.webhooksToPrivate })
  const targets = followTargets(kernel, {
    name: 'chat posts',
    wakeUp: 'chat',
    most: CHANNELS_AT_ONCE,
    due: (asked) => dueChannels(systemOf(kernel), asked),
    work: (id, isStopped) => postTo(kernel, egress, id, isStopped),
  })
  return {
    stop: async () => {
      await targets.stop()
      await egress.close()
    },
  }
}

/** Posts everything that is due now and returns when it is done. */
export async function postDue(kernel: Kernel, egress: Egress): Promise<void> {
  const options = { now: kernel.world.now(), exceptIds: [], most: CHANNELS_AT_ONCE }
  const ids = await dueChannels(systemOf(kernel), options)
  await Promise.all(ids.map((id) => postTo(kernel, egress, id, () => false)))
}

/** Posts what is due to one channel, one after the other, while this process holds its lease and nothing fails. */
async function postTo(kernel: Kernel, egress: Egress, id: string, isStopped: () => boolean): Promise<void> {
  const system = systemOf(kernel)
  let channel = await leaseChannel(system, { id, now: kernel.world.now() })
  let held = channel
  try {
    while (channel && !isStopped()) {
      const due = await duePost(system, channel, kernel.world.now())
      if (!due || !(await attempt(kernel, egress, { channel, due, system }))) break
      channel = await leaseChannel(system, { id, now: kernel.world.now(), held: channel })
      held = channel ?? held
    }
  } finally {
    if (held) await releaseChannel(system, held)
  }
}

async function attempt(
  kernel: Kernel,
  egress: Egress,
  { channel, due, system }: { channel: LeasedChannel; due: DuePost; system: Db },
): Promise<boolean> {
  const outcome = await post(kernel, egress, channel, due.content as PostContent)
  const { http, problem } = outcome
  const now = kernel.world.now()
  const asked = askedWait(outcome)
  // A post that the service cannot read is not readable later.
  const isFinal = problem === 'gone' || problem === 'refused' || problem === 'address_refused'
  const wait = problem === null || isFinal ? undefined : waitAfter(due.attempts + 1, { http }, kernel.world.chance())
  const state = problem === null ? 'posted' : wait === undefined ? 'failed' : 'waiting'
  const failingSince = await recordAttempt(system, {
    orgId: channel.orgId,
    channelId: channel.id,
    sealedUrl: channel.sealedUrl,
    at: now,
    http,
    problem,
    resumeAt: problem === null ? null : new Date(now.getTime() + Math.max(asked, pauseAfter(channel.failures + 1))),
    post: { id: due.id, state, nextAt: new Date(now.getTime() + Math.max(asked, wait ?? 0)) },
  })
  if (problem === 'gone' || (state === 'failed' && failingSince && isPersistent(failingSince, now)))
    await turnOffWithNotice(kernel, channel, { isGone: problem === 'gone' })
  return problem === null
}
