import type { Tx } from '../../kernel/scope.ts'
import { lockAnswered } from '../flows/index.ts'
import { flowsOfRuns } from './views/waiting.ts'

/** A reminder that is about to be handed off. */
interface Reminder {
  id: string
  runId: string
  contactId: string
}

/** Returns which of these reminders are for people who have answered, and locks what decides it. */
export async function answeredAmong(tx: Tx, reminders: Reminder[]): Promise<Set<string>> {
  const flows = await flowsOfRuns(tx, [...new Set(reminders.map(({ runId }) => runId))])
  const asked = reminders.flatMap(({ id, runId, contactId }) => {
    const flowId = flows.get(runId)
    return flowId ? [{ id, flowId, contactId }] : []
  })
  if (asked.length === 0) return new Set()
  const answered = new Set((await lockAnswered(tx, asked)).map(({ flowId, contactId }) => `${flowId} ${contactId}`))
  return new Set(asked.filter(({ flowId, contactId }) => answered.has(`${flowId} ${contactId}`)).map(({ id }) => id))
}
