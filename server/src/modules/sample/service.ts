import { localize } from '../../kernel/i18n/localize.ts'
import { msg } from '@crewline/contract/localized-text'
import { ContactDraft } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MESSAGES_PER_MINUTE } from '@crewline/contract/limits'
import type { answerAsSample, Sample } from '@crewline/contract/sample'
import { SAMPLE_CONTACT_PHONE, SAMPLE_LINE_PHONE } from '@crewline/contract/sample-numbers'
import { Failure, fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { addContact, archiveContacts } from '../contacts/index.ts'
import { lockConversations, publishConversationChanges, setArchived } from '../conversations/index.ts'
import { receiveFromCarrier } from '../delivery/index.ts'
import { addLine, markReleased, SAMPLE_CARRIER, sampleLine } from '../lines/index.ts'
import { readSample, sampleWorker } from './views.ts'

/** Texts per second of a sample line. It costs nothing, and one person reads it. */
const TEXTS_PER_SECOND = 10

/** Limits the answers one member types on the sample phone. */
const perMember = makeLocalLimit(MESSAGES_PER_MINUTE, 60)

/** Adds the sample line and its sample worker. Returns the existing one, also when two members start it at once. */
export async function start(kernel: Kernel, scope: Scope): Promise<Sample> {
  if (!(await sampleWorker(scope.db))) await addWorker(scope)
  if (!(await sampleLine(scope.db, kernel.encryption))) await addSampleLine(kernel, scope)
  return (await readSample(kernel, scope)) ?? fail('not_found')
}

/**
 * Receives a text from the phone of the sample worker as if a carrier had reported it. Fails with `not_found` without a
 * sample line, or when the member may not see the sample worker.
 */
export async function answer(
  kernel: Kernel,
  scope: Scope,
  { clientMessageId, body }: BodyOf<typeof answerAsSample>,
): Promise<void> {
  await perMember.take(scope.actor.kind === 'member' ? scope.actor.userId : scope.orgId)
  const line = (await sampleLine(scope.db, kernel.encryption)) ?? fail('not_found')
  const worker = (await sampleWorker(scope.db)) ?? fail('not_found')
  await scope.tx(async (tx) => tx.audit('sample.answered', worker.id))
  await receiveFromCarrier(kernel, line, {
    kind: 'incoming',
    carrierId: `sample-${clientMessageId}`,
    from: SAMPLE_CONTACT_PHONE,
    to: SAMPLE_LINE_PHONE,
    body,
    media: [],
  })
}

/** Removes the sample line, and archives the sample worker with their conversation. */
export async function remove(kernel: Kernel, scope: Scope): Promise<void> {
  await scope.tx(async (tx) => {
    const [line, worker] = [await sampleLine(tx.db, kernel.encryption), await sampleWorker(tx.db)]
    if (!line) return
    await markReleased(tx, line.id)
    tx.audit('sample.removed', line.id)
    if (!worker) return
    await archiveContacts(tx, [worker.id])
    await lockConversations(tx, [worker.id])
    await setArchived(tx, [worker.id], true)
    publishConversationChanges(tx, [worker.id])
  })
}

async function addWorker(scope: Scope): Promise<void> {
  const lastname = localize(
    msg({ message: '(sample)', comment: 'The last name of a sample contact.' }),
    languageOf(scope),
  )
  try {
    await addContact(scope, ContactDraft.parse({ firstname: 'Sam', lastname, phone: SAMPLE_CONTACT_PHONE }))
  } catch (error) {
    // Another member started it at the same moment.
    if (!(error instanceof Failure) || !(await sampleWorker(scope.db))) throw error
  }
}

async function addSampleLine(kernel: Kernel, scope: Scope): Promise<void> {
  const id = kernel.world.id()
  const hex = () => kernel.world.bytes(16).toString('hex')
  const line = {
    id,
    orgId: scope.orgId,
    phone: SAMPLE_LINE_PHONE,
    label: 'Sample',
    carrier: SAMPLE_CARRIER,
    textsPerSecond: TEXTS_PER_SECOND,
    credentials: { account: SAMPLE_CARRIER, key: hex(), secret: hex() },
  }
  try {
    await scope.tx(async (tx) => {
      await addLine(tx.db, kernel.encryption, line, kernel.world.now())
      tx.audit('sample.started', id)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
  }
}
