import { sql } from 'kysely'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { noteAnswers, noteClicks, noteReplies } from '../../modules/broadcasts/store/outcomes.ts'
import { updateConversationSummaries } from '../../modules/conversations/index.ts'
import { handleFlowReplies, type HandledReply } from '../../modules/flows/index.ts'
import { touchMembers } from '../../modules/groups/index.ts'
import { addHits } from '../../modules/links/store.ts'
import type { WrittenRun } from './broadcast-run.ts'
import type { Chance } from './chance.ts'
import { added, carrierId, counted, type DemoMessage } from './history.ts'
import { idAt, MINUTE } from './moments.ts'
import type { Reactions } from './stories/broadcasts.ts'
import { writeCarrierEvents, writeMessages } from './write.ts'

/** How long contacts go on reacting to a text. */
export const REACTION_MS = 150 * MINUTE

/** What the reactions of a run depend on. */
export interface ReactionContext {
  chance: Chance
  carriers: ReadonlyMap<string, string>
  reactions: Reactions
}

/** A text of a contact after a broadcast. */
type Reply = DemoMessage & { isQuestion: boolean }

/**
 * Writes what contacts did after a run: texts, which the module of flows reads as answers if the run asked something, and
 * clicks. Returns the texts of both sides.
 */
export async function writeReactions(scope: Scope, run: WrittenRun, context: ReactionContext): Promise<DemoMessage[]> {
  const { chance, reactions } = context
  const reached = chance.shuffled(run.messages.filter((message) => message.state === 'delivered'))
  const count = Math.round(reached.length * reactions.share)
  const replies = repliesOf(run, reached.slice(0, count), context)
  return scope.tx(async (tx) => {
    const answers = await writeReplies(tx, run, replies, context)
    const openers = reached.filter(() => chance.happens(reactions.clicks ?? 0))
    if (openers.length > 0) await writeClicks(tx, run, openers, chance)
    return [...replies, ...answers]
  })
}

function repliesOf(run: WrittenRun, reached: WrittenRun['messages'], { chance, reactions }: ReactionContext): Reply[] {
  const { questions = [] } = reactions
  const texts = reached.map((message, nth) => {
    const question = message.language === 'en' ? questions[nth] : undefined
    const known = reactions.replies[message.language] ?? reactions.replies['en'] ?? []
    const at = laterThan(message, chance)
    return {
      ...added(message, question ?? chance.pick(known), at),
      batchId: run.id,
      isQuestion: question !== undefined,
    }
  })
  return texts.toSorted((a, b) => a.at - b.at)
}

/** Most contacts react soon, a few hours later at the latest. */
function laterThan(message: DemoMessage, chance: Chance): number {
  const share = Math.min(chance.next(), chance.next(), chance.next())
  return (message.settledAt ?? message.at) + Math.round((0.01 + 0.98 * share) * (REACTION_MS - MINUTE))
}

async function writeReplies(
  tx: Tx,
  run: WrittenRun,
  replies: Reply[],
  { chance, carriers }: ReactionContext,
): Promise<DemoMessage[]> {
  const handled = run.flowId
    ? await handleFlowReplies(
        tx,
        replies.map(({ id, contactId, from, body, at }) => ({
          messageId: id,
          contactId,
          phone: from,
          body,
          at: new Date(at),
          canReply: true,
        })),
      )
    : new Map<string, HandledReply>()
  const isConsumed = ({ id }: DemoMessage) => handled.get(id)?.isConsumed === true
  for (const reply of replies) if (isConsumed(reply)) reply.answersFlow = true
  const thanks = replies.flatMap((reply) => {
    const body = handled.get(reply.id)?.reply
    return body === undefined ? [] : [thanksTo(reply, body, { chance, carriers })]
  })
  await writeMessages(tx.db, tx.orgId, [...replies, ...thanks])
  await writeCarrierEvents(tx.db, tx.orgId, replies)
  const summary = ({ id, contactId, lineId, body, at, kind }: DemoMessage) => ({
    contactId,
    messageId: id,
    lineId,
    body,
    at: new Date(at),
    kind,
  })
  await updateConversationSummaries(
    tx,
    'in',
    // Read by the team; only questions still wait.
    replies.map((reply) => ({ ...summary(reply), reopen: !isConsumed(reply), waits: reply.isQuestion, counts: false })),
  )
  await updateConversationSummaries(
    tx,
    'out',
    thanks.map((message) => ({ ...summary(message), reopen: false })),
  )
  const texts = [...replies, ...thanks]
  await touchMembers(
    tx,
    texts.map((message) => message.contactId),
    texts.map((message) => new Date(message.at)),
  )
  const written = replies.filter((reply) => !isConsumed(reply))
  await noteReplies(
    tx.db,
    tx.orgId,
    written.map((reply) => reply.id),
  )
  const { flowId } = run
  const answers = replies.filter(isConsumed)
  if (flowId)
    await Promise.all(
      inPasses(answers).map(({ contactIds, at }) => noteAnswers(tx.db, tx.orgId, { flowId, contactIds, at })),
    )
  return thanks
}

/** The automatic reply to an answer. */
function thanksTo(
  reply: DemoMessage,
  body: string,
  { chance, carriers }: Pick<ReactionContext, 'chance' | 'carriers'>,
): DemoMessage {
  const at = reply.at + chance.integer(900, 2600)
  return {
    id: idAt(at),
    contactId: reply.contactId,
    direction: 'out',
    kind: 'auto_reply',
    ...counted(body),
    lineId: reply.lineId,
    from: reply.to,
    to: reply.from,
    senderId: null,
    state: 'delivered',
    attempts: 1,
    carrierId: carrierId(chance, carriers.get(reply.lineId) ?? ''),
    errorCode: null,
    resendOf: null,
    at,
    submittedAt: at + chance.integer(80, 600),
    settledAt: at + chance.integer(900, 6000),
  }
}

/** Counts clicks of these contacts, some more than once; a few links were also opened by a scanner. */
async function writeClicks(tx: Tx, run: WrittenRun, openers: WrittenRun['messages'], chance: Chance): Promise<void> {
  const codes = await sql<{ code: string; contactId: string }>`
    select d.code, d.contact_id as "contactId" from link l join link_code d on d.org_id = l.org_id and d.link_id = l.id
    where l.org_id = ${tx.orgId} and l.owner_kind = 'broadcast_run' and l.owner_id = ${run.id}`.execute(tx.db)
  const codeOf = new Map(codes.rows.map(({ code, contactId }) => [contactId, code]))
  const clicks = openers.flatMap((message) => {
    const code = codeOf.get(message.contactId)
    return code ? [{ code, contactId: message.contactId, at: laterThan(message, chance) }] : []
  })
  await addHits(
    tx,
    clicks.map(({ code, at }) => ({
      code,
      clicks: chance.happens(0.2) ? 2 : 1,
      bots: chance.happens(0.08) ? 1 : 0,
      firstClickAt: new Date(at),
    })),
  )
  await Promise.all(
    inPasses(clicks).map(({ contactIds, at }) => noteClicks(tx.db, tx.orgId, { runId: run.id, contactIds, at })),
  )
}

/** How many reactions are noted together, as by the follower of the event log, which notes those of a moment. */
const PASS = 12

/** Groups reactions in the order of time; each group has the time of its last one. */
function inPasses(reactions: { contactId: string; at: number }[]): { contactIds: string[]; at: Date }[] {
  const sorted = reactions.toSorted((a, b) => a.at - b.at)
  return Array.from({ length: Math.ceil(sorted.length / PASS) }, (_, nth) => {
    const group = sorted.slice(nth * PASS, (nth + 1) * PASS)
    return { contactIds: group.map(({ contactId }) => contactId), at: new Date(group.at(-1)?.at ?? 0) }
  })
}
