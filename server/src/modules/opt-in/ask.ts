import { OPT_IN_PENDING_MS } from '@crewline/contract/opt-in-limits'
import type { Tx } from '../../kernel/scope.ts'
import { optedOutAmong } from '../consent/index.ts'
import { contactOfPerson, summariesOf } from '../contacts/index.ts'
import { lineOfConversation } from '../conversations/index.ts'
import { createFlow, lockUnanswered, openSessions } from '../flows/index.ts'
import { firstLine } from '../lines/index.ts'
import { withPersonalCodes } from '../links/index.ts'
import { LANE, queue } from '../messages/index.ts'
import { reminderTextIn, replyTextIn, welcomeOf } from './page-texts.ts'
import { entered, type StoredPage } from './rules.ts'
import type { Unreplied } from './remind-views.ts'
import { lockJoin, noteReminded, saveJoin, setFlow, type Join } from './store.ts'

/**
 * Asks the person to reply YES, from the organization's number, and waits for a week. Asks no one who opted out, or
 * whom the team blocked: the form then waits without an answer.
 */
export async function askToReply(tx: Tx, page: StoredPage, join: Join, organization: string): Promise<void> {
  const { contactId } = await contactOfPerson(tx, {
    phone: join.phone,
    values: entered(join.entered, join.language),
    mayChange: join.isProved && page.content.duplicate === 'update',
  })
  const flowId = page.flowId ?? (await makeFlow(tx, page, organization))
  await saveJoin(tx, join.id, {
    state: 'reply',
    contactId,
    isProved: join.isProved,
    flowId,
    expiresAt: new Date(tx.world.now().getTime() + OPT_IN_PENDING_MS),
  })
  const line = await reachableBy(tx, contactId, join.phone)
  if (!line) return
  // Sessions are locked before conversations, as everywhere.
  const asked = { contactId, phone: join.phone, language: join.language, lineId: line.id }
  await openSessions(tx, flowId, [asked], OPT_IN_PENDING_MS)
  await send(tx, { contactId, to: join.phone, line, body: replyTextIn(join.language, organization) })
}

/**
 * Reminds a person who did not reply, unless they opted out, were blocked or replied meanwhile. The question is then the
 * newest one again, which gets the answers. Does nothing the second time. The text is not sent after `until`.
 */
export async function remindToReply(
  tx: Tx,
  { id, contactId, flowId, phone, language, expiresAt }: Unreplied,
  { organization, until }: { organization: string; until: Date },
): Promise<void> {
  const now = tx.world.now().getTime()
  // Forms are locked before sessions, as where a code is confirmed, and sessions before conversations.
  if (!(await lockJoin(tx, id)) || !(await lockUnanswered(tx, flowId, contactId))) return
  const line = await reachableBy(tx, contactId, phone)
  if (!line || !(await noteReminded(tx, id))) return
  await openSessions(tx, flowId, [{ contactId, phone, language, lineId: line.id }], expiresAt.getTime() - now)
  await send(tx, {
    contactId,
    to: phone,
    line,
    body: reminderTextIn(language, organization),
    waitsMs: until.getTime() - now,
  })
}

/** Texts a person that they joined, as carriers require. The reply to YES says the same, see `makeFlow`. */
export async function sendWelcome(tx: Tx, page: StoredPage, join: Join, organization: string): Promise<void> {
  const { contactId } = await contactOfPerson(tx, { phone: join.phone, values: {}, mayChange: false })
  const line = await reachableBy(tx, contactId, join.phone)
  if (!line) return
  const text = welcomeOf(page, organization)[join.language] ?? ''
  const [body = text] = await withPersonalCodes(tx, [{ contactId, text }])
  await send(tx, { contactId, to: join.phone, line, body })
}

/** The question stays the same until the page changes; the answer to YES is the welcome text. */
async function makeFlow(tx: Tx, page: StoredPage, organization: string): Promise<string> {
  const { languages } = page.content
  const flowId = await createFlow(tx, {
    ownerKind: 'opt_in_page',
    ownerId: page.id,
    steps: [
      {
        id: 'agree',
        type: 'acknowledge',
        prompt: Object.fromEntries(languages.map((language) => [language, replyTextIn(language, organization)])),
        options: [],
        required: true,
      },
    ],
    texts: { thanks: welcomeOf(page, organization) },
    isAnonymous: false,
    allowChange: false,
    closesAt: null,
  })
  await setFlow(tx, page.id, flowId)
  return flowId
}

/** Returns the number that texts the contact; undefined when they may not or cannot be texted. */
async function reachableBy(
  tx: Tx,
  contactId: string,
  phone: string,
): Promise<{ id: string; phone: string } | undefined> {
  const optedOut = await optedOutAmong(tx.db, { fingerprinter: tx, orgId: tx.orgId, phones: [phone] })
  const [contact] = await summariesOf(tx.db, tx.org.country, [contactId])
  if (optedOut.has(phone) || contact?.reach !== 'can_text') return undefined
  return firstLine(tx.db, await lineOfConversation(tx.db, contactId), phone)
}

async function send(
  tx: Tx,
  {
    contactId,
    to,
    line,
    body,
    waitsMs = OPT_IN_PENDING_MS,
  }: { contactId: string; to: string; line: { id: string; phone: string }; body: string; waitsMs?: number },
): Promise<void> {
  await queue(tx, LANE.answer, [
    {
      id: tx.world.id(),
      contactId,
      lineId: line.id,
      from: line.phone,
      to,
      body,
      kind: 'auto_reply',
      senderId: null,
      expiresAt: new Date(tx.world.now().getTime() + waitsMs),
    },
  ])
}
