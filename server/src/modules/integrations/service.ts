import type { BodyOf } from '@crewline/contract/endpoint'
import type {
  ChatChannel,
  ChatEvent,
  ChatKind,
  ChatProblem,
  connectChatChannel,
  editChatChannel,
} from '@crewline/contract/integrations'
import { msg } from '@crewline/contract/localized-text'
import { changeOf } from '../../kernel/audit-change.ts'
import { makeEgress } from '../../kernel/egress/send-outside.ts'
import { fail } from '../../kernel/failure.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { hrIntegrations } from '../hr/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { groupNames, memberSessions } from '../team/index.ts'
import { addressProblemOf } from './address-rules.ts'
import { turnOffWithNotice } from './notices.ts'
import { askedWait } from './outcome-rules.ts'
import { post, simulatorUrl, urlPlace } from './post.ts'
import { addChannel, changeChannel, deleteChannel, lockChannel } from './store.ts'
import { recordAttempt } from './store/attempts.ts'
import { addressOf, listChannels, stateOfKinds } from './views.ts'

/** Lists the systems that can be connected, with their state. */
export async function catalogue(kernel: Kernel, scope: Scope) {
  const [hr, chat] = await Promise.all([hrIntegrations(kernel, scope), stateOfKinds(scope)])
  return {
    integrations: [
      ...hr,
      { key: 'slack' as const, state: chat.slack, system: null },
      { key: 'teams' as const, state: chat.teams, system: null },
    ],
  }
}

/** Lists the channels of the organization. */
export async function channelsOf(scope: Scope): Promise<ChatChannel[]> {
  requireWhole(scope)
  return listChannels(scope)
}

/** Connects a channel; its posts are in the language of the member. Needs a fresh proof of identity. */
export async function connect(
  kernel: Kernel,
  scope: Scope,
  { url, kind, ...request }: BodyOf<typeof connectChatChannel>,
): Promise<{ channel: ChatChannel }> {
  requireWhole(scope)
  requireInbox(scope, request)
  refuseUrl(kernel, kind, url)
  const groupIds = await requireGroups(scope, request.groupIds)
  await requireProof(kernel, scope)
  const id = scope.world.id()
  const events = [...new Set(request.events)]
  const sealedUrl = kernel.encryption.seal(urlPlace(id), url)
  await scope.tx(async (tx) => {
    await addChannel(tx, { ...request, id, kind, events, groupIds, sealedUrl, language: languageOf(scope) })
    tx.audit('chat-channel.connected', id, { kind, name: request.name, events, groupIds, showsText: request.showsText })
  })
  return { channel: await oneChannel(scope, id) }
}

/** Changes a channel; missing fields stay. Another URL turns it on. What lets more out needs a fresh proof of identity. */
export async function edit(
  kernel: Kernel,
  scope: Scope,
  id: string,
  { url, ...request }: BodyOf<typeof editChatChannel>,
): Promise<{ channel: ChatChannel }> {
  requireWhole(scope)
  const before = await oneChannel(scope, id)
  const { kind } = before
  const hasMoreGroups = request.groupIds !== undefined && isWiderThan(request.groupIds, before.groups)
  const isWider =
    url !== undefined ||
    (request.showsText === true && !before.showsText) ||
    hasMoreGroups ||
    (request.events ?? []).some((event) => !before.events.includes(event))
  if (isWider) requireInbox(scope, { events: before.events, showsText: before.showsText, ...request })
  if (url !== undefined) refuseUrl(kernel, kind, url)
  const groupIds = request.groupIds === undefined ? undefined : await requireGroups(scope, request.groupIds)
  if (isWider) await requireProof(kernel, scope)
  const events = request.events && [...new Set(request.events)]
  const sealedUrl = url === undefined ? undefined : kernel.encryption.seal(urlPlace(id), url)
  await scope.tx(async (tx) => {
    if (!(await lockChannel(tx, id))) fail('not_found')
    const stored = await oneChannel(tx, id)
    await changeChannel(tx, id, { ...request, events, groupIds, sealedUrl }, { hasMoreGroups })
    tx.audit('chat-channel.changed', id, {
      ...changeOf(audited(stored), audited(await oneChannel(tx, id))),
      ...(url === undefined ? {} : { hasNewUrl: true }),
    })
  })
  return { channel: await oneChannel(scope, id) }
}

/** Disconnects a channel. */
export async function disconnect(scope: Scope, id: string): Promise<{ channels: ChatChannel[] }> {
  requireWhole(scope)
  await scope.tx(async (tx) => {
    const { kind, name } = (await deleteChannel(tx, id)) ?? fail('not_found')
    tx.audit('chat-channel.disconnected', id, { kind, name })
  })
  return { channels: await listChannels(scope) }
}

/** Posts a test now, and returns how it ended. A webhook that no longer exists turns the channel off. */
export async function test(
  kernel: Kernel,
  scope: Scope,
  id: string,
): Promise<{ problem: ChatProblem | null; channel: ChatChannel }> {
  requireWhole(scope)
  const address = (await addressOf(scope, id)) ?? fail('not_found')
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const write = (text: ReturnType<typeof msg>) => localize(text, address.language)
  const egress = makeEgress({ allowsPrivate: kernel.config.webhooksToPrivate })
  try {
    const outcome = await post(
      kernel,
      egress,
      { id, ...address },
      {
        title: write(msg({ message: 'This channel is connected to Crewline' })),
        lines: [write(msg({ message: 'What you chose will be posted here.' }))],
        link: {
          label: write(msg({ message: 'Open Integrations' })),
          url: `${kernel.config.publicUrl}/dashboard/settings?tab=integrations#chat-channels`,
        },
        from: organization.name,
      },
    )
    const { http, problem } = outcome
    await scope.tx(async (tx) => {
      await recordAttempt(tx.db, {
        orgId: tx.orgId,
        channelId: id,
        sealedUrl: address.sealedUrl,
        at: tx.world.now(),
        http,
        problem,
        // After a test that arrived, what waits goes at once.
        resumeAt: problem === null ? null : new Date(tx.world.now().getTime() + askedWait(outcome)),
      })
      tx.audit('chat-channel.tested', id, { problem })
      tx.wakeUp('chat')
    })
    if (problem === 'gone') await turnOffWithNotice(kernel, { orgId: scope.orgId, id, ...address }, { isGone: true })
    return { problem, channel: await oneChannel(scope, id) }
  } finally {
    await egress.close()
  }
}

async function oneChannel(scope: Pick<Scope, 'db' | 'orgId'>, id: string): Promise<ChatChannel> {
  const [channel] = await listChannels(scope, id)
  return channel ?? fail('not_found')
}

/** A channel as the audit log shows it. */
function audited({ name, events, waitMinutes, groups, showsText, state }: ChatChannel) {
  return { name, events, waitMinutes, groups: groups?.map((group) => group.name) ?? null, showsText, state }
}

/** Posts are about contacts of every group, also where a channel is limited to some. */
function requireWhole(scope: Scope): void {
  if (scope.isLimitedToGroups) fail('not_permitted')
}

/** With a channel everyone in it reads what needs the inbox here, so only those who see the inbox may choose it. */
function requireInbox(
  scope: Scope,
  { events, showsText }: { events?: ChatEvent[] | undefined; showsText?: boolean | undefined },
) {
  const isOfInbox =
    showsText === true || events?.some((event) => event === 'reply.overdue' || event === 'voicemail.left')
  if (isOfInbox && !scope.can('inbox.read')) fail('not_permitted')
}

function isWiderThan(groupIds: string[] | null, before: ChatChannel['groups']): boolean {
  if (before === null) return false
  return groupIds === null || groupIds.some((id) => !before.some((group) => group.id === id))
}

/** A stolen session must not be able to send texts elsewhere for good. */
async function requireProof(kernel: Kernel, { actor }: Scope): Promise<void> {
  if (actor.kind !== 'member') return fail('not_permitted')
  await memberSessions.get().requireProof(kernel, actor)
}

function refuseUrl(kernel: Kernel, kind: ChatKind, url: string): void {
  const problem = addressProblemOf(kind, url, simulatorUrl(kernel))
  if (problem) fail('invalid', { fieldErrors: { url: problem } })
}

async function requireGroups(scope: Scope, requested: string[] | null): Promise<string[] | null> {
  if (requested === null) return null
  const groupIds = [...new Set(requested)]
  if (groupIds.length === 0)
    return fail('invalid', { fieldErrors: { groupIds: msg({ message: 'Choose at least one group.' }) } })
  const groups = await groupNames.get()(scope.db, scope.orgId, groupIds)
  return groups.length === groupIds.length ? groupIds : fail('not_found')
}
