import type { SignedIn } from '@crewline/contract/accounts'
import type { IncomingMessage } from '@crewline/contract/events'
import { NO_FEATURES } from '@crewline/contract/features'
import type { Conversation } from '@crewline/contract/inbox'
import type { Message } from '@crewline/contract/messages'
import type { UnknownAction } from '@reduxjs/toolkit'
import type { RequestMeta } from '../shared/api/answered.ts'
import { api } from '../shared/api/base.ts'

/** Returns a signed-in owner of an organization. */
export function signedIn(organizationId: string, token: string): SignedIn {
  return {
    status: 'OK',
    token,
    user: {
      id: 'u1',
      email: 'dana@acme.test',
      pendingEmail: null,
      firstname: 'Dana',
      lastname: 'Fox',
      roleName: null,
      phone: '+15550100999',
      phoneVerified: true,
      role: 'owner',
      permissions: ['inbox.read', 'inbox.reply', 'contacts.read', 'analytics.view'],
      scope: 'all',
      locale: 'en',
      timezone: null,
      colorScheme: 'auto',
      muteNotifications: false,
      emailNotices: true,
      pinnedApps: [],
      mfa: { method: 'none', backupCodesLeft: 0, neededFrom: null },
    },
    organization: {
      id: organizationId,
      name: `Organization ${organizationId}`,
      parentOrganizationId: null,
      timezone: 'America/Chicago',
      country: 'US',
      status: 'active',
    },
    needBilling: true,
    intercomHash: 'hash',
    features: { ...NO_FEATURES, sync: true },
    organizations: [],
  }
}

/** Returns a message of a conversation. */
export function text(id: string, contactId: string, at: string, part: Partial<Message> = {}): Message {
  return {
    id,
    sortKey: id,
    contactId,
    direction: 'in',
    kind: 'text',
    body: `Words of ${id}`,
    state: 'received',
    revision: 0,
    encoding: 'GSM-7',
    segments: 1,
    from: '+15550102233',
    to: '+15550100000',
    sender: null,
    errorCode: null,
    reason: null,
    clientMessageId: null,
    resendOf: null,
    media: [],
    translation: null,
    reactions: [],
    dueAt: null,
    holdReason: null,
    dueZone: null,
    cancelIfReply: false,
    mentions: [],
    event: null,
    voicemail: null,
    batchId: null,
    possibleOptOut: false,
    at,
    ...part,
  }
}

/** Returns a row of the conversation list for a contact without messages. */
export function conversationRow(id: string, part: Partial<Conversation> = {}): Conversation {
  return {
    id,
    contact: {
      id,
      firstname: 'Maria',
      lastname: 'Lopez',
      phone: '+15550102233',
      phoneDisplay: '(555) 010-2233',
      reach: 'can_text',
      language: 'es',
      timezone: null,
    },
    archived: false,
    unreadCount: 0,
    unreadAt: null,
    muted: false,
    draft: null,
    shared: {
      assignee: null,
      waitingSince: null,
      snoozedUntil: null,
      tags: [],
      nextScheduledAt: null,
      unheardVoicemails: 0,
      failed: false,
      repliesTo: null,
    },
    lastMessage: null,
    lastAt: '2026-11-21T10:00:00.000Z',
    ...part,
  }
}

/** Returns an incoming message of a contact as a live event. */
export function incoming(id: string, contactId = 'maria'): IncomingMessage {
  const message = text(id, contactId, `2026-11-21T10:00:00.${id.padStart(3, '0')}Z`)
  return {
    id,
    contactId,
    contact: { id: contactId, firstname: 'Maria', lastname: 'Lopez', phone: '+15550102233' },
    body: message.body,
    at: message.at,
    message,
  }
}

/** Returns the action of a successful call, as the query library dispatches it. */
export function answered(name: string, payload: unknown, token = 't') {
  const meta: RequestMeta = { name, token, reply: payload }
  return {
    type: 'api/test/fulfilled',
    payload,
    meta: { requestId: 'r', requestStatus: 'fulfilled', arg: { type: 'query' }, baseQueryMeta: meta },
  }
}

/** Returns the action of a rejected call. */
export function refused(name: string, status: number, message = '', token = 't') {
  const payload = { status, code: 'x', message, token }
  const meta: RequestMeta = { name, token }
  return {
    type: 'api/test/rejected',
    payload,
    error: { message: 'Rejected' },
    meta: {
      requestId: 'r',
      requestStatus: 'rejected',
      rejectedWithValue: true,
      arg: { type: 'query' },
      baseQueryMeta: meta,
    },
  }
}

/** Returns the action that puts a thread of these messages into the query cache, as if it had been fetched. */
export function threadLoaded(conversation: Conversation, messages: Message[], around = '') {
  const page = {
    status: 'OK',
    conversation,
    messages,
    hasMore: false,
    hasNewer: false,
    firstUnreadId: null,
    drafts: [],
  }
  return loaded('thread', { id: conversation.id, around }, page)
}

/** Returns the action that puts the first page of a conversation list into the query cache. */
export function listLoaded(rows: Conversation[], status = 'open') {
  return loaded('conversationList', { status, search: '', groupIds: [], tagIds: [] }, { status: 'OK', data: rows })
}

function loaded(endpointName: string, arg: object, page: object): UnknownAction {
  const upsert = api.util.upsertQueryEntries as unknown as (entries: object[]) => UnknownAction
  return upsert([{ endpointName, arg, value: { pages: [page], pageParams: [{}] } }])
}
