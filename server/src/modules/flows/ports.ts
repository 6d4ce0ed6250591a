import { definePort } from '../../kernel/ports.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { GivenAnswer } from './store/answers.ts'

/** What a contact answered to every question of a flow. */
export interface WholeAnswers {
  ownerId: string
  ownerVersion: number
  contactId: string
  language: string
  /** By question; a question that was skipped has neither key, number nor text. */
  answers: Pick<GivenAnswer, 'stepId' | 'key' | 'number' | 'text'>[]
}

/** Why a flow takes no answers of a contact: they answered in another way, or its owner is closed. */
export type Refusal = 'already' | 'closed'

/**
 * Provided by forms: the owner of flows whose answers belong together. `refusedOf` says before a text is read whose
 * answers are no longer taken, by the id of the session. `complete` takes all answers of a contact in the transaction of
 * the last one.
 */
export const wholeFlowOwner = definePort<{
  refusedOf: (
    tx: Tx,
    sessions: { id: string; ownerId: string; contactId: string }[],
  ) => Promise<ReadonlyMap<string, Refusal>>
  complete: (tx: Tx, whole: WholeAnswers) => Promise<'thanks' | Refusal>
}>('wholeFlowOwner')
