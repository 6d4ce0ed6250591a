import { FlowStep } from '@crewline/contract/flows'
import type { CrewlineProcess } from '../../src/main/process.ts'
import { closeFlow, createFlow, openSessions, questionText } from '../../src/modules/flows/index.ts'
import type { NewFlow } from '../../src/modules/flows/store/flows.ts'
import { LANE, queue } from '../../src/modules/messages/index.ts'
import type { Org, TestContact } from './cast.ts'
import { nativeCall } from './hooks.ts'
import { systemScope } from './scopes.ts'

/** A question of a flow in English, with what differs from the default. */
export function makeStep(type: FlowStep['type'], more: object = {}): FlowStep {
  return FlowStep.parse({ id: type, type, prompt: { en: 'Can you work Saturday?' }, ...more })
}

/** Creates a flow and asks contacts, as a broadcast does: sessions first, then the texts. Returns its id. */
export async function askContacts(
  process: CrewlineProcess,
  org: Org,
  contacts: TestContact[],
  flow: Partial<NewFlow> & { language?: string } = {},
): Promise<string> {
  const { language = 'en', ...given } = flow
  const steps = flow.steps ?? [makeStep('yes_no')]
  const first = steps[0]
  return systemScope(process.kernel, org).tx(async (tx) => {
    const flowId = await createFlow(tx, {
      ownerKind: 'broadcast',
      ownerId: tx.world.id(),
      texts: {},
      isAnonymous: false,
      allowChange: true,
      closesAt: null,
      ...given,
      steps,
    })
    const asked = contacts.map((contact) => ({
      contactId: contact.id,
      phone: contact.phone,
      language,
      lineId: org.line.id,
    }))
    await openSessions(tx, flowId, asked)
    await queue(
      tx,
      LANE.broadcast,
      contacts.map((contact) => ({
        id: tx.world.id(),
        contactId: contact.id,
        lineId: org.line.id,
        from: org.line.phone,
        to: contact.phone,
        body: first ? questionText(first, language) : '',
        kind: 'text',
        senderId: null,
      })),
    )
    return flowId
  })
}

/** Ends a flow now. */
export function endFlow(process: CrewlineProcess, org: Org, flowId: string): Promise<void> {
  return systemScope(process.kernel, org).tx((tx) => closeFlow(tx, flowId))
}

/** Sends an inbound text through the webhook and waits until it is stored. */
export async function receiveText(process: CrewlineProcess, org: Org, phone: string, body: string): Promise<void> {
  const id = `txt_${process.kernel.world.id()}`
  const call = nativeCall(org.line, { type: 'inbound', id, from: phone, to: org.line.phone, body })
  const answer = await fetch(`${process.address}/hooks/simulated/${org.line.id}`, { method: 'POST', ...call })
  if (answer.status !== 200) throw new Error(`the text was answered with ${answer.status}`)
}
